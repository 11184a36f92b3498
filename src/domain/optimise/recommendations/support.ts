import { Decimal } from '../../../platform/lib/decimal.js';
import { daysUntil } from './age.js';
import { chargesFor, costOf, dollars, monthlyCostOf } from './charges.js';
import type { AccountFacts, ResourceFacts } from './facts.js';
import type { Evidence, Finding } from './finding.js';
import { textField } from './metadata.js';
import type { SupportEnd } from './reference/support-calendars.js';
import type { ShellCommand } from './shell-command.js';

/** What differs between the services that charge for extended support. */
export interface SupportedService {
  /** The version, as shown. */
  version(resource: ResourceFacts): string | null;
  /** When its support ends, by the shipped calendar. */
  calendar(resource: ResourceFacts): SupportEnd | undefined;
  /** Metadata fields with the same dates, which count before the calendar. */
  endFields: { standard: string; extended: string };
  /** The surcharge per month by list price, with what it was computed from; null when it cannot be. */
  surcharge(
    resource: ResourceFacts,
    account: AccountFacts,
  ): Promise<{ saving: string; evidence: Evidence[] } | null>;
  upgrade(resource: ResourceFacts): { command?: ShellCommand; terraform: string };
}

const noticeDays = 90;

/** A resource whose version has left standard support. It saves the surcharge of the bill, else of the list. */
export async function findInExtendedSupport(
  resource: ResourceFacts,
  account: AccountFacts,
  service: SupportedService,
  isStillOffered: (end: SupportEnd) => boolean = () => true,
): Promise<Finding[]> {
  const end = supportOf(resource, service);
  if (!end || daysUntil(end.standard, account.now) >= 0 || !isStillOffered(end)) return [];
  const charges = chargesFor(resource.charges, /ExtendedSupport/i);
  const isBilled = new Decimal(costOf(charges)).gt(0);
  const cost = isBilled
    ? {
        saving: monthlyCostOf(charges, resource),
        evidence: [dollars('Extended support in the last 30 days', costOf(charges))],
      }
    : await service.surcharge(resource, account);
  if (!cost) return [];
  const version = service.version(resource);
  const description = `Upgrade version ${version}: its standard support ended on ${end.standard}, and extended support is charged.`;
  const found = finding(resource, service, { description, end, ...cost });
  return [{ ...found, avoidsFutureCost: !isBilled }];
}

/** A resource whose version leaves standard support within 90 days. It saves the surcharge to come. */
export async function findNearingExtendedSupport(
  resource: ResourceFacts,
  account: AccountFacts,
  service: SupportedService,
): Promise<Finding[]> {
  const end = supportOf(resource, service);
  if (!end) return [];
  const days = daysUntil(end.standard, account.now);
  if (days < 0 || days > noticeDays) return [];
  const cost = await service.surcharge(resource, account);
  if (!cost) return [];
  const version = service.version(resource);
  const description = `Upgrade version ${version} before its standard support ends on ${end.standard}, in ${days} days. Extended support is charged then.`;
  return [{ ...finding(resource, service, { description, end, ...cost }), avoidsFutureCost: true }];
}

/** The dates of the inventory, else of the calendar. */
function supportOf(resource: ResourceFacts, service: SupportedService): SupportEnd | null {
  const calendar = service.calendar(resource);
  const date = (field: string): string | undefined => textField(resource, field)?.slice(0, 10);
  const standard = date(service.endFields.standard) ?? calendar?.standard;
  const extended = date(service.endFields.extended) ?? calendar?.extended;
  return standard && extended ? { standard, extended } : null;
}

function finding(
  resource: ResourceFacts,
  service: SupportedService,
  found: { description: string; end: SupportEnd; saving: string; evidence: Evidence[] },
): Finding {
  const { command, terraform } = service.upgrade(resource);
  return {
    uuid: resource.uuid,
    actions: [
      {
        action: 'upgrade',
        description: found.description,
        potential_savings: found.saving,
        ...(command && { remediation_cli_command: command }),
        terraform,
      },
    ],
    evidence: [
      { label: 'Version', value: service.version(resource) ?? 'unknown' },
      { label: 'Standard support ends', value: found.end.standard },
      { label: 'Extended support ends', value: found.end.extended },
      ...found.evidence,
    ],
  };
}

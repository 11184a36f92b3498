import { Decimal } from '../../../../platform/lib/decimal.js';
import { isOlderThan } from '../age.js';
import { costEvidence, quantityOf } from '../charges.js';
import type { ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { daysBetween, textField, timeField } from '../metadata.js';
import { monthlyCost } from '../monthly-cost.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { shell } from '../shell-command.js';

const maxDaysWithoutConnection = 30;

const shared = {
  scope: 'resource',
  service: 'Amazon WorkSpaces',
  provider: 'aws',
  resourceTypes: ['aws_workspaces_workspace'],
  minimumSaving: usualMinimumSaving,
} as const;

const billing = { data: 'billing', words: 'the cost and hours of each WorkSpace' } as const;

/** WorkSpaces that nobody has used for a month. */
export const unusedWorkspaces: ResourceRule = {
  ...shared,
  type: 'aws:workspaces:unused',
  category: 'workspace_unused',
  description: 'Terminate WorkSpaces that nobody has connected to in the last 30 days.',
  needs: [
    billing,
    {
      data: 'inventory',
      words: 'the last connection and the running mode of each WorkSpace',
      fields: ['last_known_user_connection'],
    },
  ],
  find: (workspaces, { now }) =>
    workspaces.flatMap((each) => terminate(each, unusedReason(each, now))),
};

/** WorkSpaces that nobody can or will use. */
export const strandedWorkspaces: ResourceRule = {
  ...shared,
  type: 'aws:workspaces:stranded',
  category: 'workspace_stranded',
  description:
    'Terminate WorkSpaces that were never used, do not work or belong to a user who is gone.',
  needs: [
    billing,
    {
      data: 'inventory',
      words: 'the state and the last connection of each WorkSpace',
      fields: ['state'],
    },
  ],
  find: (workspaces, { now }) =>
    workspaces.flatMap((each) => terminate(each, strandedReason(each, now))),
};

function unusedReason(workspace: ResourceFacts, now: Date): string | null {
  const last = timeField(workspace, 'last_known_user_connection');
  if (last && isOlderThan(last, maxDaysWithoutConnection, now)) {
    return `nobody has connected to it for ${daysBetween(last, now)} days`;
  }
  return isPaidWithoutUse(workspace) ? 'its monthly fee is charged, but no hour of use' : null;
}

/** A WorkSpace that stops by itself costs a fee per month and a price per hour of use. */
function isPaidWithoutUse(workspace: ResourceFacts): boolean {
  if (textField(workspace, 'running_mode') !== 'AUTO_STOP') return false;
  const isHourly = (unit: string | null): boolean => /^(hours?|hrs)$/i.test(unit ?? '');
  const fee = workspace.charges.some(
    ({ unit, cost }) => !isHourly(unit) && new Decimal(cost).gt(0),
  );
  const hours = quantityOf(workspace.charges.filter(({ unit }) => isHourly(unit)));
  return fee && new Decimal(hours).isZero();
}

function strandedReason(workspace: ResourceFacts, now: Date): string | null {
  if (!workspace.inInventory) return null;
  const state = textField(workspace, 'state');
  if (state === 'ERROR' || state === 'SUSPENDED') return `its state is ${state}`;
  if (workspace.metadata['user_exists'] === false) return 'its user no longer exists';
  const isNew = !isOlderThan(workspace.firstSeenAt, maxDaysWithoutConnection, now);
  // Without a state the inventory does not cover the workspace well enough to say "never".
  if (isNew || state === null || timeField(workspace, 'last_known_user_connection')) return null;
  return `nobody has connected to it in its ${daysBetween(workspace.firstSeenAt, now)} days`;
}

function terminate(workspace: ResourceFacts, reason: string | null): Finding[] {
  if (reason === null) return [];
  return [
    {
      uuid: workspace.uuid,
      actions: [
        {
          action: 'terminate',
          description: `Terminate the WorkSpace: ${reason}. Its user volume is deleted with it.`,
          potential_savings: monthlyCost(workspace),
          remediation_cli_command: shell`aws workspaces terminate-workspaces --terminate-workspace-requests WorkspaceId=${workspace.id}`,
          terraform: `Remove the aws_workspaces_workspace resource of ${workspace.id}.`,
        },
      ],
      evidence: [
        { label: 'Reason', value: reason },
        { label: 'User', value: textField(workspace, 'user_name') ?? 'unknown' },
        ...costEvidence(workspace),
      ],
    },
  ];
}

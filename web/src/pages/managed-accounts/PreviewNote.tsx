import { Text } from '@mantine/core';
import type { PreviewView } from '../../features/rule-preview/PreviewControls.js';
import type { RulePreview } from '../../features/rule-preview/use-rule-preview.js';
import { firstOfMonth, formatBin, today } from '../../lib/dates.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import type { ManagedAccount } from './managed-account.js';

interface PreviewNoteProps {
  account: ManagedAccount | undefined;
  tokens: readonly string[];
  hasOtherIntegrations: boolean;
  isOwner: boolean;
  preview: RulePreview;
  view: PreviewView;
}

/** What the figures of the pipeline are, or why there are none. */
export function PreviewNote(props: PreviewNoteProps) {
  const { preview, account, isOwner } = props;
  if (preview.error) return <ErrorNote error={preview.error} onRetry={preview.refetch} />;
  const isLoading = account !== undefined && isOwner && !preview.data;
  return (
    <Text size="xs" c="dimmed" role="status" aria-busy={isLoading}>
      {isLoading ? 'Loading the costs before and after each rule …' : textOf(props)}
    </Text>
  );
}

function textOf(props: PreviewNoteProps): string {
  const { account, tokens, hasOtherIntegrations, isOwner, preview, view } = props;
  if (!account) return 'The costs before and after each rule are shown once the account is saved.';
  if (!isOwner || !preview.data) return 'Only owners see the costs before and after each rule.';
  const { start_date: start, months } = preview.data;
  const month = formatBin(start, 'month');
  const unsavedIntegrations = hasOtherIntegrations
    ? ' These are the costs of the saved integrations; save the account to see those chosen above.'
    : '';
  if (months.length === 0) {
    const hasNone = account.access_credential_tokens.length === 0;
    const why = hasNone ? ' No integration is delegated to this account.' : '';
    return `There are no costs in ${month}.${why}${unsavedIntegrations}`;
  }
  const currency = months.find((each) => each.currency === view.currency) ?? months[0]!;
  const isUnsaved = JSON.stringify(tokens) !== JSON.stringify(account.billing_rule_tokens);
  return [
    `${view.measure === 'billed' ? 'Billed' : 'Amortized'} costs of ${month} in ${currency.currency}, rounded; point at an amount for every digit.`,
    start === firstOfMonth(today()) && ' The month has not ended, so its costs are incomplete.',
    isUnsaved && ' The rules are those shown here, which are not saved yet.',
    unsavedIntegrations,
  ]
    .filter(Boolean)
    .join('');
}

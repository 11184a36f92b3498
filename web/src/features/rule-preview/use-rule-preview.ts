import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../../api/client.js';
import type { Schemas } from '../../api/types.js';
import { lastOfMonth } from '../../lib/dates.js';

export type PreviewMonth = Schemas['BillingRulePreviewMonth'];

export const previewPath = '/v2/billing_rules/preview';

interface Question {
  account: string;
  /** In the order in which they run, saved or not. */
  rules: readonly string[];
  /** First day. */
  month: string;
}

/** An order is previewed once it has not changed for this long. */
const delayMs = 300;

/**
 * The costs of a managed account before and after rules, in one month; without a question nothing is read.
 * The request for an earlier order is cancelled.
 */
export function useRulePreview(question: Question | undefined) {
  const text = question && JSON.stringify(question);
  const [settled] = useDebouncedValue(text, delayMs);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [previewPath, settled],
    queryFn: ({ signal }) => readPreview(JSON.parse(settled!) as Question, signal),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
  });
  const isPending = text !== settled || isFetching;
  return {
    data: text === undefined ? undefined : data,
    error: isPending ? null : error,
    /** Whether the figures are those of an earlier order or month. */
    isStale: isPlaceholderData || text !== settled,
    refetch: () => void refetch(),
  };
}

export type RulePreview = ReturnType<typeof useRulePreview>;

async function readPreview({ account, rules, month }: Question, signal: AbortSignal) {
  const body = {
    managed_account_token: account,
    billing_rule_tokens: rules,
    start_date: month,
    end_date: lastOfMonth(month),
  };
  return (await send('post', previewPath, { body, signal })).body as Schemas['BillingRulePreview'];
}

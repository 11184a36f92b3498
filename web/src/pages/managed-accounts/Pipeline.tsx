import { Paper, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { PreviewControls, defaultView } from '../../features/rule-preview/PreviewControls.js';
import { useRulePreview } from '../../features/rule-preview/use-rule-preview.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { AddRule } from './AddRule.js';
import type { ManagedAccount } from './managed-account.js';
import { type PlacedRule, groups, inOrder, placed } from './pipeline.js';
import { PipelineGroup } from './PipelineGroup.js';
import { PipelineTotal } from './PipelineTotal.js';
import { figuresOf } from './preview-figures.js';
import { PreviewNote } from './PreviewNote.js';
import './pipeline.css';

interface PipelineProps {
  /** The rules on screen, saved or not. */
  tokens: readonly string[];
  /** Undefined until it is created. */
  account: ManagedAccount | undefined;
  /** Whether other integrations are chosen than are saved. */
  hasOtherIntegrations: boolean;
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (tokens: string[]) => void;
}

/** The billing rules of an account in the order in which they run, with the costs before and after each. */
export function Pipeline(props: PipelineProps) {
  const { data, error, refetch } = useGet('/v2/billing_rules', { query: { limit: 1000 } });
  const rules = useMemo(() => data?.billing_rules.map(placed), [data]);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="pipeline" className="card">
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {!error && !rules && <TableSkeleton rows={4} />}
      {rules && <Rules {...props} rules={rules} />}
    </Paper>
  );
}

function Rules(props: PipelineProps & { rules: readonly PlacedRule[] }) {
  const { tokens, account, rules, error, isReadOnly, onChange } = props;
  const isOwner = useHasRole('Owner');
  const [view, setView] = useState(defaultView);
  const [announced, setAnnounced] = useState('');
  const chosen = tokens.flatMap((token) => rules.find((rule) => rule.token === token) ?? []);
  const preview = useRulePreview(
    account && isOwner ? { account: account.token, rules: tokens, month: view.month } : undefined,
  );
  const figures = figuresOf(preview, view);
  const change = (next: readonly PlacedRule[], text: string) => {
    onChange(inOrder(next).map(({ token }) => token));
    setAnnounced(text);
  };
  return (
    <Stack gap="md">
      <div className="pipeline-title">
        <div>
          <Title order={2} id="pipeline">
            Billing rules
          </Title>
          <Text size="sm" c="dimmed">
            They run from top to bottom, one group after the other; a rule moves only within its
            group.
          </Text>
        </div>
        {account && isOwner && (
          <PreviewControls
            view={view}
            currencies={preview.data?.months.map(({ currency }) => currency) ?? []}
            onChange={setView}
          />
        )}
      </div>
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <div className={isReadOnly ? 'pipeline pipeline-read-only' : 'pipeline'}>
        {figures && (
          <Text
            size="xs"
            c="dimmed"
            component="div"
            className="pipeline-row pipeline-head"
            aria-hidden
          >
            <span className="pipeline-change numeric">Change</span>
            <span className="pipeline-after numeric">Costs</span>
          </Text>
        )}
        {figures && <PipelineTotal label="Before any rule" amount={figures.before} {...figures} />}
        {groups.map((group) => (
          <PipelineGroup
            key={group.group}
            {...group}
            rules={chosen.filter((rule) => rule.group === group.group)}
            firstNumber={chosen.filter((rule) => rule.group < group.group).length + 1}
            figures={figures}
            isReadOnly={isReadOnly}
            onChange={(next, text) =>
              change([...chosen.filter((rule) => rule.group !== group.group), ...next], text)
            }
          />
        ))}
        {figures && (
          <PipelineTotal
            label="After all rules"
            amount={figures.after}
            previous={figures.before}
            {...figures}
          />
        )}
      </div>
      <PreviewNote {...props} preview={preview} view={view} isOwner={isOwner} />
      {!isReadOnly && (
        <AddRule
          rules={rules.filter(({ token }) => !tokens.includes(token))}
          onAdd={(rule) => change([...chosen, rule], `${rule.title} was added.`)}
        />
      )}
      <div role="status" className="visually-hidden">
        {announced}
      </div>
    </Stack>
  );
}

import {
  ActionIcon,
  Button,
  CloseButton,
  Group,
  Paper,
  Select,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { useProviders } from '../../features/costs/use-costs.js';
import { useNames } from '../../features/costs/use-names.js';
import { Icon } from '../../parts/icons.js';
import { MoveButtons, type useReorder } from '../../parts/reorder.js';
import { DateRanges } from './DateRanges.js';
import { describeFilter } from './describe-filter.js';
import type { DraftValue } from './draft.js';
import { KindFields } from './KindFields.js';
import type { RuleMessage } from './rule-messages.js';
import { RuleFilter } from './RuleFilter.js';
import { type Kind, kinds } from './virtual-tag.js';

interface ValueCardProps {
  value: DraftValue;
  index: number;
  count: number;
  messages: readonly RuleMessage[];
  isOpen: boolean;
  isReadOnly: boolean;
  reorder: ReturnType<typeof useReorder>;
  onToggle: () => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
  onChange: (part: Partial<DraftValue>) => void;
}

/** Fields that show their errors themselves while the rule is expanded. */
const fieldsWithErrors = new Set(['filter', 'cost_metric.filter']);

/** A rule of the tag: a summary, and all fields when it is expanded. */
export function ValueCard(props: ValueCardProps) {
  const { value, index, count, messages, isOpen, isReadOnly, reorder, onToggle } = props;
  const name = `rule ${index + 1}`;
  return (
    <Paper withBorder p="sm" {...(isReadOnly ? {} : reorder.target(index))}>
      <Group gap="sm" wrap="nowrap">
        {!isReadOnly && (
          <ActionIcon
            component="div"
            variant="subtle"
            color="gray"
            aria-hidden
            style={{ cursor: 'grab' }}
            {...reorder.handle(index)}
          >
            <Icon name="drag" />
          </ActionIcon>
        )}
        <UnstyledButton flex={1} miw={0} aria-expanded={isOpen} onClick={onToggle}>
          <Text size="sm" fw={600}>
            {index + 1}. {titleOf(value)}
          </Text>
          {!isOpen && <Summary filter={value.filter} />}
        </UnstyledButton>
        {!isReadOnly && (
          <Group gap={0} wrap="nowrap">
            <MoveButtons name={name} index={index} count={count} onMove={props.onMove} />
            <CloseButton aria-label={`Remove ${name}`} onClick={props.onRemove} />
          </Group>
        )}
      </Group>
      {messages
        .filter(({ field }) => !isOpen || !fieldsWithErrors.has(field))
        .map(({ text }) => (
          <Text key={text} size="sm" c="var(--mantine-color-error)" role="alert">
            Rule {index + 1}: {text}
          </Text>
        ))}
      {isOpen && <Fields {...props} />}
    </Paper>
  );
}

function Summary({ filter }: { filter: string }) {
  const names = useNames();
  const providers = useProviders()?.map(({ key }) => key) ?? [];
  return (
    <Text size="xs" c="dimmed" truncate>
      {filter ? describeFilter(filter, providers, names) : 'No filter yet'}
    </Text>
  );
}

function Fields({ value, messages, isReadOnly, onToggle, onChange }: ValueCardProps) {
  return (
    <Stack gap="md" mt="sm">
      <Select
        label="Allocation"
        description={kinds[value.kind].help}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={Object.entries(kinds).map(([key, { label }]) => ({ value: key, label }))}
        value={value.kind}
        onChange={(kind) => onChange({ kind: kind as Kind })}
      />
      <KindFields value={value} messages={messages} isReadOnly={isReadOnly} onChange={onChange} />
      <RuleFilter
        label="Filter"
        filter={value.filter}
        onChange={(filter) => onChange({ filter })}
        error={messages.find(({ field }) => field === 'filter')?.text}
        isReadOnly={isReadOnly}
      />
      <DateRanges
        ranges={value.dateRanges}
        isReadOnly={isReadOnly}
        onChange={(dateRanges) => onChange({ dateRanges })}
      />
      <Group>
        <Button size="compact-sm" variant="default" onClick={onToggle}>
          Collapse
        </Button>
      </Group>
    </Stack>
  );
}

function titleOf({ kind, name, displayName, percentages, metricTag }: DraftValue): string {
  if (kind === 'name') return name || 'No value yet';
  if (displayName) return displayName;
  if (kind === 'percentages') {
    return (
      percentages.map(({ value, pct }) => `${value} ${pct}%`).join(', ') || 'No percentages yet'
    );
  }
  return kind === 'cost_metric' && metricTag
    ? `Proportional to costs by ${metricTag}`
    : kinds[kind].label;
}

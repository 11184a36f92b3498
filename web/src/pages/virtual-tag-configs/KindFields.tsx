import { Autocomplete, Select, TagsInput, TextInput } from '@mantine/core';
import { useGet } from '../../api/queries.js';
import type { DraftValue } from './draft.js';
import { LabelTransforms } from './LabelTransforms.js';
import { Percentages } from './Percentages.js';
import { RuleFilter } from './RuleFilter.js';
import type { RuleMessage } from './rule-messages.js';

interface KindFieldsProps {
  value: DraftValue;
  messages: readonly RuleMessage[];
  isReadOnly: boolean;
  onChange: (part: Partial<DraftValue>) => void;
}

/** The fields of a rule that depend on its kind. */
export function KindFields(props: KindFieldsProps) {
  const { value, isReadOnly, onChange } = props;
  switch (value.kind) {
    case 'name':
      return (
        <TextInput
          label="Value"
          required
          readOnly={isReadOnly}
          value={value.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
      );
    case 'percentages':
      return (
        <>
          <Percentages
            shares={value.percentages}
            isReadOnly={isReadOnly}
            onChange={(percentages) => onChange({ percentages })}
          />
          <DisplayName {...props} />
        </>
      );
    case 'cost_metric':
      return <CostMetric {...props} />;
    case 'business_metric':
      return <BusinessMetric {...props} />;
  }
}

function DisplayName({ value, isReadOnly, onChange }: KindFieldsProps) {
  return (
    <TextInput
      label="Display name"
      description="Shown in the list of rules."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      readOnly={isReadOnly}
      value={value.displayName}
      onChange={(event) => onChange({ displayName: event.currentTarget.value })}
    />
  );
}

function CostMetric(props: KindFieldsProps) {
  const { value, messages, isReadOnly, onChange } = props;
  return (
    <>
      <TagKey
        label="Allocate by tag"
        isReadOnly={isReadOnly}
        value={value.metricTag}
        onChange={(metricTag) => onChange({ metricTag })}
      />
      <RuleFilter
        label="Costs that determine the shares"
        filter={value.metricFilter}
        onChange={(metricFilter) => onChange({ metricFilter })}
        error={messages.find(({ field }) => field === 'cost_metric.filter')?.text}
        isReadOnly={isReadOnly}
      />
      <DisplayName {...props} />
    </>
  );
}

function BusinessMetric({ value, isReadOnly, onChange }: KindFieldsProps) {
  const metrics = useGet('/v2/business_metrics').data?.business_metrics ?? [];
  const { data } = useGet(
    '/v2/business_metrics/{business_metric_token}/labels',
    { path: { business_metric_token: value.businessMetric } },
    { enabled: value.businessMetric !== '' },
  );
  const labels = (data?.labels ?? []).map((label) => label.value);
  return (
    <>
      <Select
        label="Business metric"
        searchable
        readOnly={isReadOnly}
        data={metrics.map(({ token, title }) => ({ value: token, label: title }))}
        value={value.businessMetric || null}
        onChange={(token) => onChange({ businessMetric: token ?? '' })}
      />
      <TextInput
        label="Label key"
        description="For metrics whose values have several labels."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={isReadOnly}
        value={value.labelKey}
        onChange={(event) => onChange({ labelKey: event.currentTarget.value })}
      />
      <TagsInput
        label="Labels"
        description="Leave empty to use all labels."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={isReadOnly}
        data={labels}
        value={value.labels}
        onChange={(selected) => onChange({ labels: selected })}
      />
      <LabelTransforms
        steps={value.labelTransforms}
        isReadOnly={isReadOnly}
        onChange={(labelTransforms) => onChange({ labelTransforms })}
      />
    </>
  );
}

interface TagKeyProps {
  label: string;
  value: string;
  isReadOnly: boolean;
  onChange: (key: string) => void;
}

/** An input for a tag key that suggests the existing ones. */
export function TagKey({ label, value, isReadOnly, onChange }: TagKeyProps) {
  const { data } = useGet('/v2/tags');
  const keys = (data?.tags ?? []).map((tag) => tag.tag_key);
  return (
    <Autocomplete
      label={label}
      placeholder="team"
      readOnly={isReadOnly}
      data={[...new Set(keys)]}
      limit={50}
      value={value}
      onChange={onChange}
    />
  );
}

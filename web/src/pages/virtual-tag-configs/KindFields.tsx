import { Autocomplete, Select, TagsInput, TextInput } from '@mantine/core';
import { useWorkspace } from '../../api/current-user.js';
import { type ListAnswer, useGet } from '../../api/untyped.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';
import type { DraftValue } from './draft.js';
import { LabelTransforms } from './LabelTransforms.js';
import { Percentages } from './Percentages.js';

interface KindFieldsProps {
  value: DraftValue;
  messages: readonly string[];
  isReadOnly: boolean;
  onChange: (part: Partial<DraftValue>) => void;
}

/** The fields that a kind of value has of its own. */
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
      label="Name of the rule"
      description="Shown in place of how it shares out."
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
        label="Shared out by the values of"
        isReadOnly={isReadOnly}
        value={value.metricTag}
        onChange={(metricTag) => onChange({ metricTag })}
      />
      <VqlEditor
        label="Costs that decide the shares"
        value={value.metricFilter}
        onChange={(metricFilter) => onChange({ metricFilter })}
        error={messages.find((message) => message.includes('cost_metric.filter'))}
        isReadOnly={isReadOnly}
      />
      <DisplayName {...props} />
    </>
  );
}

function BusinessMetric({ value, isReadOnly, onChange }: KindFieldsProps) {
  const { data } = useGet<ListAnswer>('/v2/business_metrics');
  const metrics = (data?.['business_metrics'] ?? []) as { token: string; title: string }[];
  const { data: labels } = useGet<ListAnswer>(
    `/v2/business_metrics/${value.businessMetric}/labels`,
    {},
    { enabled: value.businessMetric !== '' },
  );
  const known = ((labels?.['labels'] ?? []) as { value: string }[]).map((label) => label.value);
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
        label="Key of the labels"
        description="For a metric whose values have several labels."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={isReadOnly}
        value={value.labelKey}
        onChange={(event) => onChange({ labelKey: event.currentTarget.value })}
      />
      <TagsInput
        label="Labels that count"
        description="None: all of them."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={isReadOnly}
        data={known}
        value={value.labels}
        onChange={(chosen) => onChange({ labels: chosen })}
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

/** A tag key, with those that there are offered. */
export function TagKey({ label, value, isReadOnly, onChange }: TagKeyProps) {
  const workspace = useWorkspace();
  const { data } = useGet<ListAnswer>('/v2/tags', { workspace_token: workspace?.token });
  const keys = ((data?.['tags'] ?? []) as { tag_key: string }[]).map((tag) => tag.tag_key);
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

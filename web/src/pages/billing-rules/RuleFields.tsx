import { Autocomplete, TextInput } from '@mantine/core';
import type { RuleType } from '../../../../src/domain/billing/billing-rules/rule-type.js';
import { chargeTypeLabels } from '../../../../src/domain/costs/charge-type-labels.js';
import type { RuleForm } from './billing-rule.js';
import { SqlField } from './SqlField.js';

interface FieldsProps {
  form: RuleForm;
  isReadOnly: boolean;
}

/** The fields that a type has. */
export function RuleFields({ type, ...props }: FieldsProps & { type: RuleType }) {
  switch (type) {
    case 'exclusion':
      return <ChargeTypeField {...props} />;
    case 'adjustment':
      return <AdjustmentFields {...props} />;
    case 'custom':
      return <SqlField {...props} />;
    default:
      return <MonthlyFields {...props} />;
  }
}

const chargeTypes = ['Usage', 'Fee', 'Tax', 'Credit', 'Refund', ...Object.keys(chargeTypeLabels)];

function ChargeTypeField({ form, isReadOnly }: FieldsProps) {
  return (
    <Autocomplete
      label="Charge type"
      required
      readOnly={isReadOnly}
      data={chargeTypes}
      description="Code or label, exactly as shown in reports. Excluding a fee also removes its amortized days."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={form.values.charge_type}
      onChange={(value) => form.set('charge_type', value)}
      error={form.errorOf('charge_type')}
    />
  );
}

function AdjustmentFields({ form, isReadOnly }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Percentage"
        required
        readOnly={isReadOnly}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        w={220}
        inputMode="decimal"
        rightSection="%"
        description="75 shows three quarters of the cost. Above 100 only with a service."
        {...form.text('percentage')}
      />
      <TextInput
        label="Service"
        readOnly={isReadOnly}
        placeholder="All services"
        {...form.text('service')}
      />
      <TextInput
        label="Category"
        readOnly={isReadOnly}
        placeholder="All categories"
        {...form.text('category')}
      />
    </>
  );
}

function MonthlyFields({ form, isReadOnly }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Amount per month"
        required
        readOnly={isReadOnly}
        w={220}
        inputMode="decimal"
        {...form.text('amount')}
      />
      <TextInput
        label="Service"
        required
        readOnly={isReadOnly}
        description="Reports and invoices show the amount under these names."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.text('service')}
      />
      <TextInput label="Category" required readOnly={isReadOnly} {...form.text('category')} />
      <TextInput
        label="Subcategory"
        required
        readOnly={isReadOnly}
        {...form.text('sub_category')}
      />
    </>
  );
}

import { Grid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHasRole } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import { FormPage } from '../../parts/FormPage.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { MessagesLink } from '../deliveries/MessagesLink.js';
import { MuteButton } from '../mutes/MuteButton.js';
import { RecipientFields } from '../recipients/RecipientFields.js';
import { type RuleKind, type RuleValues, titleOfList } from './rule-kind.js';

export interface RuleFormState<Values> {
  values: Values;
  set: <Field extends keyof Values>(name: Field, value: Values[Field]) => void;
  text: ReturnType<typeof useForm<Record<string, unknown>>>['text'];
  errorOf: (name: keyof Values & string) => string | undefined;
  isReadOnly: boolean;
}

interface RuleFormProps<Values extends RuleValues> {
  kind: RuleKind;
  title: string;
  initial: Values;
  /** The rule that is edited; none for a new one. */
  rule?: string;
  /** Where the form leads back to; the list unless given. */
  back?: { label: string; to: string };
  save: (values: Values) => Promise<unknown>;
  /** What was saved, in the toast: `“Costs by team”`. */
  saved: (values: Values) => string;
  /** Names of fields that differ from those of the API, for error messages. */
  labels: Partial<Record<keyof Values & string, string>>;
  /** Further paths that change with a rule. */
  refreshes?: readonly string[];
  /** What a rule without recipients does. */
  withoutRecipients?: string;
  /** What the rule would have sent, beside its fields. */
  aside?: (values: Values) => ReactNode;
  children: (form: RuleFormState<Values>) => ReactNode;
}

/** The form of a rule: the fields of its kind, and whom it tells. */
export function RuleForm<Values extends RuleValues>(props: RuleFormProps<Values>) {
  const { kind, title, initial, rule, back, save, saved, aside, children } = props;
  const isReadOnly = !useHasRole('Editor');
  const form = useForm<Values>(
    initial,
    async (values) => {
      await save(values);
      await invalidate(kind.path, ...(props.refreshes ?? []));
      toast(`Saved ${saved(values)}.`);
    },
    {
      labels: {
        recipient_emails: 'E-mail addresses',
        recipient_channels: 'Chat channels by name',
        ...props.labels,
      },
    },
  );
  const { values, set } = form;
  const fields = (
    <Stack gap="md">
      {children({ ...form, isReadOnly })}
      <RecipientFields
        values={values}
        set={set}
        emailError={form.errorOf('recipient_emails')}
        isReadOnly={isReadOnly}
        {...(props.withoutRecipients && { withoutRecipients: props.withoutRecipients })}
      />
    </Stack>
  );
  return (
    <FormPage
      title={title}
      back={back ?? { label: titleOfList(kind), to: kind.page }}
      form={form}
      isReadOnly={isReadOnly}
      isWide={aside !== undefined}
      actions={
        rule && (
          <>
            <MuteButton token={rule} />
            <MessagesLink rule={rule} />
          </>
        )
      }
    >
      {aside ? (
        <Grid gap="xl">
          <Grid.Col span={{ base: 12, lg: 7 }}>{fields}</Grid.Col>
          <Grid.Col span={{ base: 12, lg: 5 }}>{aside(values)}</Grid.Col>
        </Grid>
      ) : (
        fields
      )}
    </FormPage>
  );
}

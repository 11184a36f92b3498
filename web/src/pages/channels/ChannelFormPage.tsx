import type { ReactNode } from 'react';
import { useHasRole } from '../../api/current-user.js';
import { invalidate } from '../../api/queries.js';
import { type Channel, channelsPath } from '../../features/channels/channel.js';
import { FormPage } from '../../parts/FormPage.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import type { ChannelForm } from './channel-forms.js';
import { type ChannelValues, namingFields, valuesOf } from './channel-values.js';
import { ChannelFields } from './ChannelFields.js';

interface ChannelFormPageProps {
  title: string;
  kind: ChannelForm;
  back: { label: string; to: string };
  channel?: Channel;
  save: (values: ChannelValues) => Promise<unknown>;
  actions?: ReactNode;
  /** Shown above the fields. */
  notice?: ReactNode;
}

/** The form of a new or stored channel. */
export function ChannelFormPage(props: ChannelFormPageProps) {
  const { title, kind, back, channel, save, actions, notice } = props;
  const mayEdit = useHasRole('Editor');
  const labels = Object.fromEntries([
    ['secret', kind.secret.label],
    ...kind.fields.map(({ name, label }) => [name, label]),
  ]) as Record<string, string>;
  const form = useForm(
    valuesOf(channel),
    async (values) => {
      const saved = await namingFields(save(values));
      await invalidate(channelsPath);
      toast(`Saved the channel “${values.name}”.`);
      return saved;
    },
    { labels },
  );
  return (
    <FormPage title={title} back={back} form={form} isReadOnly={!mayEdit} actions={actions}>
      {notice}
      <ChannelFields
        kind={kind}
        form={form}
        isReadOnly={!mayEdit}
        secretChangedAt={channel?.secret_changed_at ?? null}
      />
    </FormPage>
  );
}

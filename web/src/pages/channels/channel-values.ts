import { ApiProblem, asProblem } from '../../api/problem.js';
import type { Schemas } from '../../api/types.js';
import type { ChannelForm, SettingName } from './channel-forms.js';

type Channel = Schemas['Channel'];

/** The values of the form: texts, also of settings that the kind does not have. */
export interface ChannelValues extends Record<string, unknown>, Record<SettingName, string> {
  name: string;
  secret: string;
}

/** The values of a stored channel, or of a new one. The secret is never sent back, so it is empty. */
export function valuesOf(channel?: Channel): ChannelValues {
  const { url, channel: chat, email, project_key, issue_type, severity } = channel?.settings ?? {};
  return {
    name: channel?.name ?? '',
    secret: '',
    url: url ?? '',
    channel: chat ?? '',
    email: email ?? '',
    project_key: project_key ?? '',
    issue_type: issue_type ?? '',
    severity: severity ?? 'warning',
  };
}

/**
 * The body of a request. An empty secret leaves the stored one, an empty setting takes its default; settings
 * that the form does not show stay.
 */
export function bodyOf(values: ChannelValues, form: ChannelForm) {
  const names: SettingName[] = form.fields.map(({ name }) => name);
  if (form.hasSeverity) names.push('severity');
  return {
    name: values.name,
    settings: Object.fromEntries(names.map((name) => [name, values[name].trim()])),
    ...(values.secret !== '' && { secret: values.secret }),
  };
}

/** Messages about `settings.url` are about the field `url` of the form. */
export async function namingFields<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (failure) {
    const { status, messages, requestId, path } = asProblem(failure);
    const renamed = messages.map((message) => message.replaceAll(/\bsettings\./g, ''));
    throw new ApiProblem(status, renamed, requestId, path);
  }
}

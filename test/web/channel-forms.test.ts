import { expect, test } from 'vitest';
import { ApiProblem } from '../../web/src/api/problem.js';
import { channelForms, destinationOf, formOf } from '../../web/src/pages/channels/channel-forms.js';
import { bodyOf, namingFields, valuesOf } from '../../web/src/pages/channels/channel-values.js';

const channel = (kind: string, settings: object) => ({
  token: 'chnl_5d9752a116e4d28e',
  name: 'Costs',
  kind,
  settings,
  secret_changed_at: '2026-03-10T09:00:00Z',
  workspace_token: 'wrkspc_5d9752a116e4d28e',
  created_at: '2026-03-10T09:00:00Z',
});

test('a body has the settings of its form, and leaves a secret that is not typed', () => {
  const stored = channel('slack', { channel: '#costs', url: 'https://slack.example.com/api' });
  const values = { ...valuesOf(stored), channel: ' C0AB ', project_key: 'FIN' };
  expect(bodyOf(values, formOf(stored))).toEqual({
    name: 'Costs',
    settings: { channel: 'C0AB' },
  });
  const jira = { ...valuesOf(), name: 'Issues', url: 'https://a.example', email: 'a@b.example' };
  const typed = { ...jira, project_key: 'FIN', secret: 'token' };
  expect(bodyOf(typed, channelForms.jira)).toEqual({
    name: 'Issues',
    settings: {
      url: 'https://a.example',
      email: 'a@b.example',
      project_key: 'FIN',
      issue_type: '',
    },
    secret: 'token',
  });
  const pagerduty = { url: '', severity: 'warning' };
  expect(bodyOf(valuesOf(), channelForms.pagerduty).settings).toEqual(pagerduty);
});

test.each([
  ['slack', {}, 'Slack, incoming webhook', 'Channel of the webhook'],
  ['slack', { channel: '#costs' }, 'Slack, bot token', '#costs'],
  ['teams', {}, 'Microsoft Teams', 'Channel of the workflow'],
  ['jira', { url: 'https://a.example/x', project_key: 'FIN' }, 'Jira', 'FIN at a.example'],
  ['webhook', { url: 'http://127.0.0.1:9000/hook' }, 'Webhook', '127.0.0.1:9000'],
])('%s with %j has the form “%s” and sends to %s', (kind, settings, title, destination) => {
  const stored = channel(kind, settings);
  expect([formOf(stored).title, destinationOf(stored)]).toEqual([title, destination]);
});

test('errors of the API name the fields of the form', async () => {
  const refused = Promise.reject(new ApiProblem(400, ['settings.url is missing'], 'r1', '/v2/x'));
  await expect(namingFields(refused)).rejects.toMatchObject({
    status: 400,
    messages: ['url is missing'],
    path: '/v2/x',
  });
});

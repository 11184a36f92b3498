import { describe, expect, test } from 'vitest';
import { providerName } from '../../src/domain/costs/providers/providers.js';
import { withoutTokens } from '../../web/src/lib/text.js';
import { messagesByField } from '../../web/src/api/problem.js';

const fields = ['title', 'filter', 'workspace_tokens', 'default_dashboard_token', 'resource_token'];

describe('messages of the API', () => {
  test('appear at their field, with its label', () => {
    const messages = [
      'title is missing',
      'default_dashboard_token is unknown',
      'resource_token is missing',
    ];
    expect(messagesByField(messages, fields, { resource_token: 'Object' })).toEqual({
      fields: {
        title: 'Title is missing',
        default_dashboard_token: 'Default dashboard is unknown',
        resource_token: 'Object is missing',
      },
      rest: [],
    });
  });

  test('appear at their field when they begin with its name and a colon', () => {
    const { fields: shown } = messagesByField(['title: Costs is taken'], fields);
    expect(shown).toEqual({ title: 'Title: Costs is taken' });
  });

  test('about an object that is gone name its kind instead of its token', () => {
    const message = 'Dashboard not found: default_dashboard_token dash_0123456789abcdef';
    expect(messagesByField([message], fields).fields).toEqual({
      default_dashboard_token: 'Dashboard not found',
    });
    expect(messagesByField(['User not found: user_tokens usr_01'], fields).rest).toEqual([
      'User not found',
    ]);
  });

  test('appear once', () => {
    const { fields: shown, rest } = messagesByField(
      ['title is missing', 'title is missing', 'Not authorized'],
      fields,
    );
    expect(shown).toEqual({ title: 'Title is missing' });
    expect(rest).toEqual(['Not authorized']);
  });

  test('name other fields as a person would', () => {
    const { rest } = messagesByField(['provider and service require a workspace_token'], fields);
    expect(rest).toEqual(['Provider and service require a workspace']);
  });

  test('that quote a filter or one of several values stay as they are', () => {
    const messages = ['Invalid VQL at line 1, column 3: title', 'values[0].filter is missing'];
    const { fields: shown, rest } = messagesByField(messages, fields);
    expect(shown).toEqual({ filter: messages[0] });
    expect(rest).toEqual([messages[1]]);
  });
});

test('messages and providers are shown without the tokens of objects', () => {
  const token = 'accss_crdntl_0123456789abcdef';
  expect(withoutTokens(`already imported by the integration AWS (${token}); delete that.`)).toBe(
    'already imported by the integration AWS; delete that.',
  );
  expect(withoutTokens(`The integration ${token} is gone.`)).toBe('The integration is gone.');
  expect(withoutTokens(`Budget not found: budget_token ${token}`)).toBe('Budget not found');
  expect(providerName(`custom_provider:${token}`)).toBe('Custom Provider');
  expect(providerName('unknown')).toBe('unknown');
});

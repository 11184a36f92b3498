import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, newAccount } from '../../../test/harness.js';

let account: Account;
let path: string;
beforeEach(async () => {
  account = await newAccount();
  path = `/v2/cost_reports/${await newReport(account)}/comments`;
});

async function newReport({ as, workspace }: Account): Promise<string> {
  const body = { title: 'Costs', workspace_token: workspace.token };
  return (await as.post('/v2/cost_reports', body)).body.token;
}

describe('comments on a cost report', () => {
  test('are listed with their authors, the latest first, page by page', async () => {
    const viewer = await account.newUser('viewer');
    await account.as.post(path, { text: 'Why did it rise?' });
    const { status, body } = await viewer.as.post(path, { text: 'New\ncluster <b>' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      token: expect.stringMatching(/^rprt_cmmnt_/),
      text: 'New\ncluster <b>',
      author_token: viewer.token,
      author_name: viewer.email,
      created_at: '2026-03-10T09:00:00Z',
      updated_at: '2026-03-10T09:00:00Z',
    });
    const first = (await account.as.get(`${path}?limit=1`)).body;
    expect(first.comment_count).toBe(2);
    expect(first.comments).toEqual([body]);
    const second = (await account.as.get(`${path}?limit=1&page=2`)).body;
    expect(second.comments[0].text).toBe('Why did it rise?');
    expect(second.links.next).toBeNull();
  });

  test('can be changed by their author only, and deleted by owners too', async () => {
    const [editor, other] = [await account.newUser('editor'), await account.newUser('editor')];
    const { token } = (await editor.as.post(path, { text: 'One' })).body;
    const one = `${path}/${token}`;
    expect((await other.as.put(one, { text: 'Two' })).status).toBe(403);
    expect((await account.as.put(one, { text: 'Two' })).status).toBe(403);
    expect((await other.as.delete(one)).status).toBe(403);
    expect((await editor.as.put(one, { text: 'Two' })).body.text).toBe('Two');
    expect((await account.as.delete(one)).status).toBe(204);
    expect((await editor.as.put(one, { text: 'Three' })).status).toBe(404);
  });

  test('are visible to those who see the report', async () => {
    const outside = await account.newUser('editor');
    await account.as.put(`/v2/teams/${account.everyone.token}`, { workspace_tokens: [] });
    const { token } = (await account.as.post(path, { text: 'Secret' })).body;
    expect((await outside.as.get(path)).status).toBe(404);
    expect((await outside.as.post(path, { text: 'Hello' })).status).toBe(404);
    expect((await outside.as.put(`${path}/${token}`, { text: 'Hello' })).status).toBe(404);
  });

  test('belong to one report of one account', async () => {
    const { token } = (await account.as.post(path, { text: 'Here' })).body;
    const elsewhere = `/v2/cost_reports/${await newReport(account)}/comments`;
    expect((await account.as.get(elsewhere)).body.comments).toEqual([]);
    expect((await account.as.put(`${elsewhere}/${token}`, { text: 'There' })).status).toBe(404);
    expect((await account.as.delete(`${elsewhere}/${token}`)).status).toBe(404);
    const foreign = await newAccount();
    expect((await foreign.as.get(path)).status).toBe(404);
    expect((await foreign.as.delete(`${path}/${token}`)).status).toBe(404);
  });

  test.each([
    ['', "text can't be blank"],
    [' \n', "text can't be blank"],
    ['x'.repeat(2001), 'text must be at most 2000 characters'],
  ])('%j is refused', async (text, message) => {
    const { status, body } = await account.as.post(path, { text });
    expect([status, body.errors]).toEqual([422, [message]]);
    expect((await account.as.post(path, { text: '😀'.repeat(2000) })).status).toBe(201);
  });

  test('are recorded in the audit log, and deleted with the report', async () => {
    const { token } = (await account.as.post(path, { text: 'One' })).body;
    await account.as.put(`${path}/${token}`, { text: 'Two' });
    await account.as.put(`${path}/${token}`, { text: 'Two' });
    await account.as.delete(`${path}/${token}`);
    const { audit_logs: logs } = (await account.as.get('/v2/audit_logs')).body;
    const ofComment = logs.filter((log: { object_token: string }) => log.object_token === token);
    expect(ofComment.map((log: { event: string }) => log.event)).toEqual([
      'record_destroyed',
      'record_updated',
      'record_created',
    ]);
    expect(ofComment[1]).toMatchObject({
      object_type: 'Cost Report Comment',
      workspace_token: account.workspace.token,
      changed_values: expect.objectContaining({ text: ['One', 'Two'] }),
    });
    await account.as.post(path, { text: 'Last' });
    expect((await account.as.delete(path.replace('/comments', ''))).status).toBe(204);
    const { db } = account.app.services;
    const left = await db
      .selectFrom('cost_report_comments')
      .select('token')
      .where('account_token', '=', account.account.token)
      .execute();
    expect(left).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { parseForm } from './form-body.js';

const csv = 'date,amount\n2026-01-01,1\n';

function multipart(boundary: string, disposition: string): Buffer {
  return Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="csv"${disposition}\r\n` +
      `${disposition ? 'Content-Type: text/csv\r\n' : ''}\r\n${csv}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="forecasted"\r\n\r\ntrue\r\n--${boundary}--\r\n`,
  );
}

const named = multipart('X1', '; filename="costs.csv"');

test.each([
  ['multipart with its boundary', 'multipart/form-data; boundary=X1'],
  ['multipart without a boundary in the header', 'multipart/form-data'],
  ['multipart declared as urlencoded', 'application/x-www-form-urlencoded; boundary=X1'],
])('%s', async (_name, contentType) => {
  const form = await parseForm(named, contentType);
  expect(form.files['csv']).toEqual({ name: 'costs.csv', content: Buffer.from(csv) });
  expect(form.fields['forecasted']).toBe('true');
});

test('a urlencoded form', async () => {
  const body = new URLSearchParams({ csv, forecasted: 'true' }).toString();
  const form = await parseForm(Buffer.from(body), 'application/x-www-form-urlencoded');
  expect(form.fields).toEqual({ csv, forecasted: 'true' });
});

test('a plain field is text, and a file keeps its name', async () => {
  const text = await parseForm(multipart('X1', ''), 'multipart/form-data');
  expect(text.fields['csv']).toBe(csv);
  const blob = await parseForm(multipart('X1', '; filename="blob"'), 'multipart/form-data');
  expect(blob.files['csv']!.name).toBe('blob');
});

test('anything else is rejected', async () => {
  await expect(parseForm(Buffer.from(csv), 'text/csv')).rejects.toMatchObject({ status: 415 });
  await expect(parseForm(Buffer.from('x'), 'multipart/form-data')).rejects.toMatchObject({
    status: 400,
  });
  await expect(parseForm(Buffer.from('--'), 'multipart/form-data')).rejects.toMatchObject({
    status: 400,
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { goModule } from '../deploy/tools.js';

test('compose.yaml is valid for Docker Compose', { timeout: 900_000 }, async ({ skip }) => {
  const specification = await goModule('github.com/compose-spec/compose-go/v2@v2.4.9');
  skip(!specification, 'the schema cannot be had without Go and its module proxy');
  const schema = JSON.parse(
    readFileSync(join(specification!, 'schema/compose-spec.json'), 'utf8'),
  ) as Record<string, unknown>;
  // Of a draft whose name Ajv does not know by this address.
  delete schema['$schema'];
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const compose = parse(readFileSync('deploy/compose.yaml', 'utf8')) as {
    services: Record<string, object>;
  };
  expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
  // The check itself refuses what is wrong.
  expect(validate({ services: { farthing: { images: 'farthing' } } })).toBe(false);
});

import { expect, test } from 'vitest';
import { newAccount } from '../../../test/harness.js';

test('seed', async () => {
  const { as } = await newAccount();
  const t = Date.now();
  const { body } = await as.get('/v2/products?limit=3&name=M5.');
  console.log(Date.now() - t, JSON.stringify(body, null, 1));
  const p = await as.get('/v2/products/aws-ec2-m5_large/prices?limit=50');
  console.log(JSON.stringify(p.body, null, 1).slice(0, 3000));
  console.log((await as.get('/v2/products/aws-ec2-m5_large/prices/aws-ec2-m5_large-eu_west_1-on_demand-linux')).body);
  expect(p.status).toBe(200);
});

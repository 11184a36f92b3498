import * as fc from 'fast-check';

/** Prefix of generated values that occurs nowhere else, so that a value in SQL can be detected. */
export const leakMark = 'zq7';

const markedText = fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => leakMark + text);
/** Values of the rows in `cost-rows.ts`, so that filters also match some of them. */
const storedText = fc.constantFrom(
  'team',
  'env',
  'prod',
  'web_shop',
  '',
  '%',
  'e_v',
  'data',
  'eu-north-1',
);
const literal = fc.oneof(markedText, storedText).map((text) => `'${text.replaceAll("'", "''")}'`);
const list = fc
  .array(literal, { minLength: 1, maxLength: 3 })
  .map((items) => `(${items.join(', ')})`);

const equality = fc.tuple(fc.constantFrom('=', '!=', '<>'), literal);
const membership = fc.tuple(fc.constantFrom('IN', 'not in'), list);
const pattern = fc.tuple(fc.constantFrom('LIKE', 'NOT LIKE'), literal);
const nullTest = fc.constantFrom(['= NULL'], ['!= NULL'], ['IS NULL'], ['is not null']);
const flexible = fc.tuple(fc.constantFrom('~*', '!~*'), fc.constantFrom("'WEB shop'", "'pr-od'"));

const listTest = fc.oneof(equality, membership).map((parts) => parts.join(' '));
const anyTest = fc.oneof(equality, membership, pattern, nullTest).map((parts) => parts.join(' '));
const valueTest = fc.oneof(equality, membership, pattern, flexible).map((parts) => parts.join(' '));

const nameTest = fc.oneof(
  fc.tuple(fc.constant('='), literal),
  fc.tuple(fc.constant('IN'), list),
  fc.tuple(fc.constant('LIKE'), literal),
);
const nameItem = nameTest.map((parts) => `tags.name ${parts.join(' ')}`);
const valueItem = valueTest.map((test) => `tags.value ${test}`);
const pair = fc.tuple(literal, literal).map(([name, value]) => `(${name}, ${value})`);
const pairs = fc.array(pair, { minLength: 1, maxLength: 3 }).map((items) => `(${items.join(',')})`);

const condition = fc.oneof(
  fc.tuple(fc.constantFrom('costs.region', 'COSTS.account_id'), anyPlainTest()).map(spaced),
  listTest.map((test) => `costs.service ${test}`),
  fc.tuple(fc.constantFrom('costs.category', 'costs.resource_id'), anyTest).map(spaced),
  fc.constantFrom('costs.marketplace = true', 'costs.allocation = 0.5', 'costs.allocation = .25'),
  anyTest.map((test) => `tags.name ${test}`),
  fc.tuple(nameItem, valueItem).map((parts) => parts.join(' AND ')),
  fc.tuple(nameItem, valueItem, valueItem).map(([name, a, b]) => `(${a} or ${b}) AND (${name})`),
  fc
    .tuple(fc.constantFrom('IN', 'NOT IN'), pairs)
    .map((parts) => `(tags.name, tags.value) ${parts.join(' ')}`),
);

function anyPlainTest() {
  return fc.oneof(listTest, nullTest.map(spaced));
}

function spaced(parts: readonly string[]): string {
  return parts.join(' ');
}

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a}) AND (${b})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a}) OR ((${b}))`),
  ),
}));

const provider = fc.constantFrom('aws', 'gcp', 'openai', 'kubernetes', 'custom_provider:zq7');

/** Valid cost filters that use every form of the language. */
export const costFilters = fc
  .array(fc.tuple(provider, expression), { minLength: 1, maxLength: 3 })
  .map((branches) =>
    branches
      .map(
        ([key, rest]) =>
          `costs.provider = '${key}' AND costs.service IN ('zq7s', 'AmazonS3', 'Elastic Compute') AND (${rest})`,
      )
      .join(' OR '),
  );

/** Random sequences of tokens, mostly invalid filters. */
export const tokenSoup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'costs.provider',
        'tags.name',
        'tags.value',
        'costs.category',
        'resources.metadata',
      ),
      fc.constantFrom('=', '!=', '<>', '<', '>=', '~*', '!~*', '->>', '(', ')', ',', '==', ';'),
      fc.constantFrom('AND', 'OR', 'NOT', 'IN', 'LIKE', 'IS', 'NULL', 'true', 'WHERE', 'x'),
      fc.constantFrom("'aws'", "'gcp'", "''", "'", '"a"', '5', '.5', ' ', '\n'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(' '));

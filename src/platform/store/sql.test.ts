import { describe, expect, test } from 'vitest';
import { bindValues, inlineValues, selectList, sql } from './sql.js';

describe('a statement', () => {
  test('carries its values, and each is one parameter', () => {
    const day = sql.bind('Date', '2026-11-01');
    const isCounted = sql`usage_date >= ${day} AND service IN ${sql.bind('Array(String)', ['a', 'b'])}`;
    const statement = sql`SELECT * FROM lines WHERE ${isCounted} OR first_date = ${day} LIMIT ${10}`;
    expect(bindValues(statement)).toEqual({
      query:
        'SELECT * FROM lines WHERE usage_date >= {p0:Date} AND service IN {p1:Array(String)}' +
        ' OR first_date = {p0:Date} LIMIT 10',
      params: { p0: '2026-11-01', p1: ['a', 'b'] },
    });
  });

  test('equal values of two types are two parameters', () => {
    const statement = sql`${sql.bind('String', '1')} = ${sql.bind('Date', '1')}`;
    expect(bindValues(statement).query).toBe('{p0:String} = {p1:Date}');
  });

  test('has its values as literals where they cannot be bound', () => {
    const statement = sql`SELECT ${sql.bind('String', "it's {p0:String}")}, ${sql.bind('Array(UInt32)', [1, 2])}`;
    expect(inlineValues(statement)).toBe(
      String.raw`SELECT 'it\'s \x7bp0:String}', CAST([1, 2], 'Array(UInt32)')`,
    );
  });

  test('is joined from parts', () => {
    expect(inlineValues(sql.join([sql`a = 1`, sql`b = 2`], ' AND '))).toBe('a = 1 AND b = 2');
    expect(inlineValues(sql.join([]))).toBe('');
    expect(inlineValues(selectList({ total: sql`sum(cost)`, day: sql`usage_date` }))).toBe(
      'sum(cost) AS total,\n  usage_date AS day',
    );
  });
});

test('texts that are not SQL are quoted', () => {
  expect(inlineValues(sql.literal(`a'b\\{c}`))).toBe(String.raw`'a\'b\\\x7bc}'`);
  expect(inlineValues(sql.identifier('a`b'))).toBe('`a\\`b`');
  expect(inlineValues(sql.array(['a', "'"]))).toBe(String.raw`['a', '\'']`);
});

test('a name that would need quotes is rejected', () => {
  expect(inlineValues(sql.refs(['lines', 'costs.amount']))).toBe('lines, costs.amount');
  for (const name of ['', 'a b', "a'", 'a; DROP TABLE lines', 'a.b.c', '1a']) {
    expect(() => sql.ref(name), name).toThrow('not a name that needs no quotes');
  }
});

test('a plain string is not a statement, nor a part of one', () => {
  const text: string = 'lines; DROP TABLE lines';
  // @ts-expect-error the compiler rejects it: lint fails if this line is none any more
  expect(() => inlineValues(sql`SELECT * FROM ${text}`)).toThrow('is not SQL');
  // @ts-expect-error the same for a whole statement
  expect(() => inlineValues('SELECT 1')).toThrow('is not SQL');
});

import { expect, test } from 'vitest';
import { statementKind } from './statement.js';

test.each([
  ['select * from "users" for update', 'select'],
  ['insert into "users" default values', 'insert'],
  ['/* mark */ SELECT 1', 'select'],
  ['SET a = 1, b = DEFAULT; INSERT INTO lines SELECT 1', 'insert'],
  ['with due as (select 1 from m for update skip locked) update m set x = 1', 'update'],
  ['WITH days AS (SELECT 1) SELECT * FROM days', 'select'],
  ['with gone as (delete from t returning *) select * from gone', 'delete'],
  ['(select 1) union (select 2)', 'select'],
  ['begin', 'other'],
])('%s is counted as %s', (text, kind) => {
  expect(statementKind(text)).toBe(kind);
});

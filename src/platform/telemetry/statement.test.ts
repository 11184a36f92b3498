import { expect, test } from 'vitest';
import { statementKind, statementTable } from './statement.js';

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

test.each([
  ['insert into "teams" ("name") values ($1)', 'teams'],
  ['select 1', undefined],
  ['SELECT sum(cost) FROM lines WHERE service = {p0:String}', 'lines'],
  ['update "users" set "name" = $1', 'users'],
  ["SELECT 'from secret' AS x FROM lines", 'lines'],
  ["SELECT 'it''s from secret' FROM lines", 'lines'],
  ["SELECT 'from unfinished", undefined],
])('%s is about %s', (text, table) => {
  expect(statementTable(text)).toBe(table);
});

import { expect, test } from 'vitest';
import { findSets } from './file-sets.js';

const object = (key: string, modified = '2024-02-01T00:00:00.000Z') => ({
  key,
  bytes: 1,
  modified,
  mark: modified,
});

const found = (...objects: ReturnType<typeof object>[]) =>
  findSets(objects).map(({ key, manifest, objects: own }) => [
    key,
    manifest?.key ?? own.map((each) => each.key),
  ]);

test('of an AWS report the manifest of each period counts, not those of its assemblies', () => {
  const period = 'cur/daily/20240101-20240201';
  expect(
    found(
      object(`${period}/daily-Manifest.json`, '2024-02-02T00:00:00.000Z'),
      object(`${period}/3f1d/daily-Manifest.json`, '2024-02-03T00:00:00.000Z'),
      object(`${period}/3f1d/daily-1.csv.gz`),
      object('cur/daily/20240201-20240301/daily-Manifest.json'),
      object('cur/daily/daily-create-table.sql'),
    ),
  ).toEqual([
    [period, `${period}/daily-Manifest.json`],
    ['cur/daily/20240201-20240301', 'cur/daily/20240201-20240301/daily-Manifest.json'],
  ]);
});

test('of an AWS export the newest manifest of each billing period counts', () => {
  const period = 'x/export/metadata/BILLING_PERIOD=2024-01';
  expect(
    found(
      object(`${period}/run-1/export-Manifest.json`, '2024-01-05T00:00:00.000Z'),
      object(`${period}/run-2/export-Manifest.json`, '2024-01-06T00:00:00.000Z'),
      object('x/export/data/BILLING_PERIOD=2024-01/export-00001.snappy.parquet'),
    ),
  ).toEqual([[period, `${period}/run-2/export-Manifest.json`]]);
});

test('of an Azure export without manifests the newest run of each period counts', () => {
  const period = 'exports/actual/20240101-20240131';
  expect(
    found(
      object(`${period}/run-1/part_0.csv`, '2024-01-05T00:00:00.000Z'),
      object(`${period}/run-2/part_0.csv`, '2024-01-06T00:00:00.000Z'),
      object(`${period}/run-2/part_1.csv`, '2024-01-06T00:00:01.000Z'),
    ),
  ).toEqual([[period, [`${period}/run-2/part_0.csv`, `${period}/run-2/part_1.csv`]]]);
});

test('elsewhere the files of a folder are one set, without hidden ones', () => {
  expect(
    found(
      object('a/1.csv'),
      object('a/2.csv'),
      object('b.parquet'),
      object('a/_SUCCESS'),
      object('a/'),
    ),
  ).toEqual([
    ['a/', ['a/1.csv', 'a/2.csv']],
    ['', ['b.parquet']],
  ]);
});

test('a set has another mark when any of its files has', () => {
  const marks = ['2024-01-01T00:00:00.000Z', '2024-01-02T00:00:00.000Z'].map(
    (time) => findSets([object('a/1.csv'), object('a/2.csv', time)])[0]!.mark,
  );
  expect(marks[0]).not.toBe(marks[1]);
});

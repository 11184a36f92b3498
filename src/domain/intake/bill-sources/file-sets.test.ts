import { expect, test } from 'vitest';
import { findFileSets } from './file-sets.js';

const object = (key: string, modifiedAt = '2024-02-01T00:00:00.000Z') => ({
  key,
  bytes: 1,
  modifiedAt,
  etag: modifiedAt,
});

const findKeys = (...objects: ReturnType<typeof object>[]) =>
  findFileSets(objects).map(({ key, manifest, objects: members }) => [
    key,
    manifest?.key ?? members.map((each) => each.key),
  ]);

test('uses the manifest of each period of an AWS report, not those of its assemblies', () => {
  const period = 'cur/daily/20240101-20240201';
  expect(
    findKeys(
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

test('uses the newest manifest of each billing period of an AWS data export', () => {
  const period = 'x/export/metadata/BILLING_PERIOD=2024-01';
  expect(
    findKeys(
      object(`${period}/run-1/export-Manifest.json`, '2024-01-05T00:00:00.000Z'),
      object(`${period}/run-2/export-Manifest.json`, '2024-01-06T00:00:00.000Z'),
      object('x/export/data/BILLING_PERIOD=2024-01/export-00001.snappy.parquet'),
    ),
  ).toEqual([[period, `${period}/run-2/export-Manifest.json`]]);
});

test('uses the newest run of each period of an Azure export without manifests', () => {
  const period = 'exports/actual/20240101-20240131';
  expect(
    findKeys(
      object(`${period}/run-1/part_0.csv`, '2024-01-05T00:00:00.000Z'),
      object(`${period}/run-2/part_0.csv`, '2024-01-06T00:00:00.000Z'),
      object(`${period}/run-2/part_1.csv`, '2024-01-06T00:00:01.000Z'),
    ),
  ).toEqual([[period, [`${period}/run-2/part_0.csv`, `${period}/run-2/part_1.csv`]]]);
});

test('otherwise treats the visible files of a folder as one set', () => {
  expect(
    findKeys(
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

test('changes the version of a set when one of its files changes', () => {
  const versions = ['2024-01-01T00:00:00.000Z', '2024-01-02T00:00:00.000Z'].map(
    (time) => findFileSets([object('a/1.csv'), object('a/2.csv', time)])[0]!.version,
  );
  expect(versions[0]).not.toBe(versions[1]);
});

/** Instance families and the newer family that does the same for less, as published in April 2026. */
export const generationsAsOf = '2026-04-30';

export const ec2Generations: Readonly<Record<string, string>> = {
  t2: 't3',
  m3: 'm6i',
  m4: 'm6i',
  m5: 'm6i',
  c3: 'c6i',
  c4: 'c6i',
  c5: 'c6i',
  r3: 'r6i',
  r4: 'r6i',
  r5: 'r6i',
  i2: 'i3',
  p2: 'p3',
};

export const rdsGenerations: Readonly<Record<string, string>> = {
  t2: 't3',
  m3: 'm6i',
  m4: 'm6i',
  m5: 'm6g',
  r3: 'r6i',
  r4: 'r6i',
  r5: 'r6g',
};

export const openSearchGenerations: Readonly<Record<string, string>> = {
  m3: 'm6g',
  m4: 'm6g',
  c4: 'c6g',
  r3: 'r6g',
  r4: 'r6g',
  t2: 't3',
};

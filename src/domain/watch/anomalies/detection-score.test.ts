import { expect, test } from 'vitest';
import { missedTargets, scoreDetector } from '../../../../bench/anomaly-score.mjs';
import { anomalySeries } from '../../../../bench/anomaly-series.mjs';
import { Detection } from './detect-day.js';
import { defaultSettings } from './detection-settings.js';

test('finds events in seasonal, noisy costs at least as well as promised', () => {
  const score = scoreDetector(anomalySeries({ seed: 31, perKind: 4 }), (firstDay) => {
    const detection = new Detection(firstDay, defaultSettings);
    return (amount) => detection.next(amount).anomaly !== undefined;
  });
  expect(score.events).toBeGreaterThan(100);
  expect(missedTargets(score)).toEqual([]);
});

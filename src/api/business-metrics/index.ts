import type { Operation } from '../../platform/kernel/operation.js';
import { businessMetrics } from './business-metrics.js';
import { deleteValues } from './delete-values.js';
import { updateValuesCsv } from './upload-values.js';
import { getForecastedValues, getLabels, getValues } from './values.js';

export const businessMetricOperations: Operation[] = [
  ...businessMetrics.operations,
  getLabels,
  getValues,
  getForecastedValues,
  deleteValues,
  updateValuesCsv,
];

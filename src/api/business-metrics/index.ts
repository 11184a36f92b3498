import type { Operation } from '../../platform/kernel/operation.js';
import { metricOperations } from './business-metrics.js';
import { deleteValues } from './delete-values.js';
import { updateValuesCsv } from './upload-values.js';
import { getForecastedValues, getLabels, getValues } from './values.js';

export const businessMetricOperations: Operation[] = [
  ...metricOperations,
  getLabels,
  getValues,
  getForecastedValues,
  deleteValues,
  updateValuesCsv,
];

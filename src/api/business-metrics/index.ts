import type { Operation } from '../../platform/kernel/operation.js';
import { metricOperations } from './business-metrics.js';
import { deleteBusinessMetricValues } from './delete-values.js';
import { updateBusinessMetricValuesCsv } from './upload-values.js';
import {
  getBusinessMetricForecastedValues,
  getBusinessMetricLabels,
  getBusinessMetricValues,
} from './values.js';

export const businessMetricOperations: Operation[] = [
  ...metricOperations,
  getBusinessMetricLabels,
  getBusinessMetricValues,
  getBusinessMetricForecastedValues,
  deleteBusinessMetricValues,
  updateBusinessMetricValuesCsv,
];

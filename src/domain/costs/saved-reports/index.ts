export { deriveDates, type NamedInterval, rangeOf, type ReportDates } from './report-dates.js';
export { creatorOf, reportResource } from './report-resource.js';

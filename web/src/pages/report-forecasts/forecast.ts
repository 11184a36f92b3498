import type { Schemas } from '../../api/types.js';

export type ReportForecast = Schemas['ReportForecast'];
export type Backtest = Schemas['ForecastBacktest'];

export const forecastsPath = '/v2/report_forecasts';
export const forecastPath = '/v2/report_forecasts/{report_forecast_token}';

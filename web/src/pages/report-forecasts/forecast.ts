export const forecastsPath = '/v2/report_forecasts';

export interface ReportForecast {
  token: string;
  title: string;
  cost_report_token: string;
  scenario_model_tokens: string[];
  business_metric_token: string | null;
  is_default: boolean;
  updated_at: string;
}

export interface ForecastedCosts {
  currency: string;
  forecasted_costs: {
    date: string;
    amount: string;
    /** null on a forecast that was planned. */
    lower_amount: string | null;
    upper_amount: string | null;
  }[];
}

interface Score {
  wape: string | null;
  mase: string | null;
  coverage: string | null;
}

export interface Backtest {
  provider: string;
  service: string;
  method: string | null;
  forecast: Score;
  seasonal_naive: Score;
}

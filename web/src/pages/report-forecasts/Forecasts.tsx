import { Button, Group, Select, Stack } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { baselineOnly, monthPresets } from '../../features/forecasts/forecast-months.js';
import { MonthOutlook } from '../../features/forecasts/MonthOutlook.js';
import { today } from '../../lib/dates.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { Icon } from '../../parts/icons.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { Backtests } from './Backtests.js';
import { forecastsPath } from './forecast.js';
import { ForecastList } from './ForecastList.js';

/** What the page shows, as the address has it. */
interface Search {
  report?: string;
  plan?: string;
  months?: string;
}

/** The forecasts of one cost report; the address says which report, plan and months. */
export function Forecasts() {
  const mayEdit = useHasRole('Editor');
  const search: Search = useSearch({ strict: false });
  const { reports, options, isLoaded } = useReports();
  const report = reports.find(({ token }) => token === search.report) ?? reports[0];
  const preset = monthPresets.find(({ value }) => value === search.months) ?? monthPresets[0]!;
  return (
    <>
      <PageTitle
        title="Forecasts"
        text="Expected costs of a report: a baseline from its history, and planned changes on top of it."
      >
        {mayEdit && report && (
          <Button
            component={Link}
            to={`/forecasts/new?report=${report.token}`}
            leftSection={<Icon name="add" />}
          >
            New forecast
          </Button>
        )}
      </PageTitle>
      {!isLoaded && <ChartSkeleton height={300} />}
      {isLoaded && !report && (
        <EmptyState
          title="There are no cost reports yet"
          text="Forecasts belong to a cost report. Create a report first."
          action={{ label: 'Explore costs', to: '/explore' }}
        />
      )}
      {report && (
        <Stack gap="lg">
          <Controls search={search} report={report.token} months={preset.value} options={options} />
          <MonthOutlook
            report={report}
            range={preset.rangeOf(today())}
            plan={{ report_forecast_token: search.plan }}
          />
          <ForecastList report={report.token} mayEdit={mayEdit} />
          <Backtests report={report.token} />
        </Stack>
      )}
    </>
  );
}

interface ControlsProps {
  search: Search;
  report: string;
  months: string;
  options: { value: string; label: string }[];
}

function Controls({ search, report, months, options }: ControlsProps) {
  const navigate = useNavigate();
  const change = (next: Search) => void navigate({ to: '.', search: { ...search, ...next } });
  const plans = useGet(forecastsPath, { query: { cost_report_token: report } }).data;
  const planned = plans?.report_forecasts ?? [];
  const shown = planned.find((each) => each.is_default)?.token ?? baselineOnly;
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Cost report"
        searchable
        allowDeselect={false}
        w={{ base: '100%', xs: 320 }}
        data={options}
        value={report}
        onChange={(token) => void navigate({ to: '.', search: { report: token ?? '', months } })}
      />
      <Select
        label="Plan"
        allowDeselect={false}
        w={{ base: '100%', xs: 240 }}
        data={[
          { value: baselineOnly, label: 'Baseline only' },
          ...planned.map(({ token, title }) => ({ value: token, label: title })),
        ]}
        value={search.plan ?? shown}
        onChange={(plan) => plan && change({ plan })}
      />
      <Select
        label="Months"
        allowDeselect={false}
        w={{ base: '100%', xs: 200 }}
        data={monthPresets.map(({ value, label }) => ({ value, label }))}
        value={months}
        onChange={(value) => value && change({ months: value })}
      />
    </Group>
  );
}

import { Button, Select, Stack } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useHasRole } from '../../api/current-user.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { Icon } from '../../parts/icons.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { ChartSkeleton } from '../../parts/Skeletons.js';
import { Backtests } from './Backtests.js';
import { ForecastFigures } from './ForecastFigures.js';
import { ForecastList } from './ForecastList.js';

/** The forecasts of one cost report; the address says which report. */
export function Forecasts() {
  const mayEdit = useHasRole('Editor');
  const search: { report?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { reports, options, isLoaded } = useReports();
  const report = reports.find(({ token }) => token === search.report) ?? reports[0];
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
          <Select
            label="Cost report"
            searchable
            allowDeselect={false}
            maw={420}
            data={options}
            value={report.token}
            onChange={(token) => void navigate({ to: '.', search: { report: token ?? '' } })}
          />
          <ForecastFigures report={report} />
          <ForecastList report={report.token} mayEdit={mayEdit} />
          <Backtests report={report.token} />
        </Stack>
      )}
    </>
  );
}

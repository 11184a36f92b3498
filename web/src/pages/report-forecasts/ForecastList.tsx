import { Anchor, Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { invalidate, useGet } from '../../api/queries.js';
import { costReportsPath } from '../../features/cost-reports/cost-report.js';
import { scenarioModelsPath } from '../../features/scenario-models/scenario-model.js';
import { kindOfObject } from '../../api/object-kinds.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { deleteLater } from '../../parts/delete-later.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { RowMenu } from '../../parts/RowMenu.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { type ReportForecast, forecastPath, forecastsPath } from './forecast.js';

const changedPaths = [forecastsPath, costReportsPath];

/** The planned forecasts of a report, to choose the one that it shows. */
export function ForecastList({ report, mayEdit }: { report: string; mayEdit: boolean }) {
  const list = useGet(forecastsPath, { query: { cost_report_token: report } });
  const [hidden, setHidden] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  const forecasts = list.data?.report_forecasts ?? [];
  const rows = forecasts.filter(({ token }) => token !== hidden);
  const titles = useTitles();
  const hasDefault = rows.some((row) => row.is_default);
  const setDefault = async (row: ReportForecast, isDefault: boolean) => {
    setProblem(undefined);
    try {
      await api.put(forecastPath, {
        path: { report_forecast_token: row.token },
        body: { set_as_default: isDefault },
      });
    } catch (failure) {
      setProblem(failure);
    }
    await invalidate(...changedPaths);
  };
  const remove = (row: ReportForecast) => {
    setHidden(row.token);
    deleteLater({
      message: `Deleted the forecast “${row.title}”.`,
      send: (options) =>
        api.delete(forecastPath, {
          path: { report_forecast_token: row.token },
          ...options,
        }),
      refresh: changedPaths,
      restore: () => setHidden(undefined),
    });
  };
  return (
    <section aria-labelledby="planned">
      <Title order={2} id="planned">
        Planned forecasts
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {hasDefault ? 'The report shows the selected forecast.' : 'The report shows the baseline.'}
      </Text>
      {problem !== undefined && <ErrorNote error={problem} />}
      {list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <TableSkeleton rows={2} />}
      {rows.length > 0 && (
        <DataTable
          label="Forecasts of the report"
          columns={columnsFor(titles, mayEdit ? setDefault : undefined)}
          rows={rows}
          keyOf={(row) => row.token}
          {...(mayEdit
            ? {
                actions: (row: ReportForecast) => (
                  <RowMenu label={row.title} onDelete={() => remove(row)} />
                ),
              }
            : {})}
        />
      )}
    </section>
  );
}

/** Titles of scenario models and business metrics, by token. */
function useTitles(): ReadonlyMap<string, string> {
  const models = useGet(scenarioModelsPath).data;
  const metrics = useGet('/v2/business_metrics').data;
  const titled = [...(models?.scenario_models ?? []), ...(metrics?.business_metrics ?? [])];
  return new Map(titled.map(({ token, title }) => [token, title]));
}

function columnsFor(
  titles: ReadonlyMap<string, string>,
  setDefault?: (row: ReportForecast, isDefault: boolean) => Promise<void>,
): Column<ReportForecast>[] {
  return [
    {
      id: 'title',
      header: 'Title',
      cell: (row) => (
        <Anchor component={Link} to={`/forecasts/${row.token}`}>
          {row.title}
        </Anchor>
      ),
    },
    {
      id: 'based-on',
      header: 'Based on',
      cell: (row) =>
        [...row.scenario_model_tokens, row.business_metric_token ?? '']
          .filter(Boolean)
          .map((token) => titles.get(token) ?? kindOfObject(token))
          .join(', '),
    },
    {
      id: 'default',
      header: 'Shown on report',
      cell: (row) =>
        setDefault ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void setDefault(row, !row.is_default)}
          >
            {row.is_default ? 'Show baseline instead' : 'Show on report'}
          </Button>
        ) : row.is_default ? (
          'Yes'
        ) : (
          'No'
        ),
    },
  ];
}

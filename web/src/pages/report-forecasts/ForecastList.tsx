import { Anchor, Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { invalidate } from '../../api/queries.js';
import { api as typedApi } from '../../api/client.js';
import { api, type ListAnswer, useGet } from '../../api/untyped.js';
import { scenarioModelsPath } from '../../features/scenario-models/scenario-model.js';
import { type Column, DataTable } from '../../parts/DataTable.js';
import { deleteLater } from '../../parts/delete-later.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { RowMenu } from '../../parts/RowMenu.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { type ReportForecast, forecastsPath } from './forecast.js';

const afterChange = [forecastsPath, '/v2/cost_reports'];

/** The forecasts of a report; the one that it shows can be changed here. */
export function ForecastList({ report, mayEdit }: { report: string; mayEdit: boolean }) {
  const list = useGet<ListAnswer>(forecastsPath, { cost_report_token: report });
  const [hidden, setHidden] = useState<string>();
  const [problem, setProblem] = useState<unknown>();
  const all = (list.data?.['report_forecasts'] ?? []) as ReportForecast[];
  const rows = all.filter(({ token }) => token !== hidden);
  const titles = useTitles();
  const isPlanned = rows.some((row) => row.is_default);
  const choose = async (row: ReportForecast, isChosen: boolean) => {
    setProblem(undefined);
    try {
      await api.put(`${forecastsPath}/${row.token}`, { set_as_default: isChosen });
    } catch (failure) {
      setProblem(failure);
    }
    await invalidate(...afterChange);
  };
  const remove = (row: ReportForecast) => {
    setHidden(row.token);
    deleteLater({
      message: `Deleted the forecast “${row.title}”.`,
      send: (options) =>
        typedApi.delete('/v2/report_forecasts/{report_forecast_token}', {
          path: { report_forecast_token: row.token },
          ...options,
        }),
      refresh: afterChange,
      restore: () => setHidden(undefined),
    });
  };
  return (
    <section aria-labelledby="planned">
      <Title order={2} id="planned">
        Planned forecasts
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {isPlanned ? 'The report shows the chosen one.' : 'The report shows its baseline.'}
      </Text>
      {problem !== undefined && <ErrorNote error={problem} />}
      {list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <TableSkeleton rows={2} />}
      {rows.length > 0 && (
        <DataTable
          label="Forecasts of the report"
          columns={columnsFor(titles, mayEdit ? choose : undefined)}
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

/** Titles of what forecasts rest on, by token. */
function useTitles(): ReadonlyMap<string, string> {
  const models = useGet<ListAnswer>(scenarioModelsPath).data;
  const metrics = useGet<ListAnswer>('/v2/business_metrics').data;
  const named = [models?.['scenario_models'], metrics?.['business_metrics']].flatMap(
    (rows) => (rows ?? []) as { token: string; title: string }[],
  );
  return new Map(named.map(({ token, title }) => [token, title]));
}

function columnsFor(
  titles: ReadonlyMap<string, string>,
  choose?: (row: ReportForecast, isChosen: boolean) => Promise<void>,
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
      id: 'made',
      header: 'Made of',
      cell: (row) =>
        [...row.scenario_model_tokens, row.business_metric_token ?? '']
          .filter(Boolean)
          .map((token) => titles.get(token) ?? token)
          .join(', '),
    },
    {
      id: 'default',
      header: 'Shown on the report',
      cell: (row) =>
        choose ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void choose(row, !row.is_default)}
          >
            {row.is_default ? 'Go back to the baseline' : 'Show this one'}
          </Button>
        ) : row.is_default ? (
          'yes'
        ) : (
          'no'
        ),
    },
  ];
}

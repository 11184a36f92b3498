import { Select, Stack, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { monthPresets } from '../../features/forecasts/forecast-months.js';
import { MonthOutlook } from '../../features/forecasts/MonthOutlook.js';
import { today } from '../../lib/dates.js';

const ahead = monthPresets.find(({ value }) => value === 'ahead')!;

/** The baseline of a report beside the plan of this model alone, as it is saved; the address says which report. */
export function Effect({ model }: { model: string }) {
  const search: { report?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { reports, options } = useReports();
  const report = reports.find(({ token }) => token === search.report) ?? reports[0];
  if (!report) return null;
  return (
    <Stack gap="sm" mt="xl" component="section">
      <Title order={2}>Baseline and plan</Title>
      <Select
        label="Cost report"
        description="The saved model, applied alone."
        inputWrapperOrder={['label', 'input', 'description']}
        searchable
        allowDeselect={false}
        maw={420}
        data={options}
        value={report.token}
        onChange={(token) => void navigate({ to: '.', search: { report: token ?? '' } })}
      />
      <MonthOutlook
        report={report}
        range={ahead.rangeOf(today())}
        plan={{ scenario_model_token: model }}
      />
    </Stack>
  );
}

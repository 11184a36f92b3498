import { Anchor, Group, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { reportPage } from '../../../features/cost-reports/cost-report.js';
import { type LayoutItem, kindLabel } from '../dashboard.js';
import { FormattedText } from '../formatted-text.js';
import type { WidgetScope } from '../view.js';
import { BudgetsWidget } from './BudgetsWidget.js';
import { ReportWidget } from './ReportWidget.js';

interface WidgetProps {
  item: LayoutItem;
  scope: WidgetScope;
}

/** One item of a dashboard in its frame. */
export function Widget({ item, scope }: WidgetProps) {
  return (
    <Paper
      withBorder
      p="md"
      className="widget"
      component="section"
      aria-label={item.title || kindLabel(item.kind)}
    >
      <WidgetTitle item={item} scope={scope} />
      <WidgetBody item={item} scope={scope} />
    </Paper>
  );
}

/** The title, as a link to the report with the dates of the widget. */
function WidgetTitle({ item, scope: { range } }: WidgetProps) {
  const { title, cost_report_token: report, follows_dates: follows } = item;
  if (title === '') return null;
  const search = follows && range ? range : {};
  return (
    <Group justify="space-between" gap="sm" mb="xs" wrap="nowrap" align="baseline">
      <Title order={2} className="widget-title">
        {report ? (
          <Anchor
            component={Link}
            to={reportPage(report)}
            search={search as never}
            inherit
            c="inherit"
          >
            {title}
          </Anchor>
        ) : (
          title
        )}
      </Title>
      {!follows && report && (
        <Text size="xs" c="dimmed" className="numeric">
          own dates
        </Text>
      )}
    </Group>
  );
}

/** The contents of an item, without its frame. */
export function WidgetBody({ item, scope }: WidgetProps) {
  if (item.kind === 'text') return <FormattedText text={item.text ?? ''} />;
  if (item.kind === 'budgets') return <BudgetsWidget />;
  return <ReportWidget item={item} scope={scope} />;
}

import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import { useHasRole } from '../../api/current-user.js';
import { toast } from '../../parts/toasts.js';
import { useGuardedSave } from '../../parts/use-guarded-save.js';
import { type CostReport, costReportsPath } from '../cost-reports/cost-report.js';
import { ExportCosts } from './ExportCosts.js';
import type { ExplorerQuery } from './explorer-query.js';
import { updatesOf } from './report-query.js';
import { SaveReport } from './SaveReport.js';

interface ReportActionsProps {
  query: ExplorerQuery;
  base: ExplorerQuery;
  report: CostReport | undefined;
}

/** Saves the query, copies its link, exports its costs, leads to notifications about its report. */
export function ReportActions({ query, base, report }: ReportActionsProps) {
  const mayEdit = useHasRole('Editor');
  const navigate = useNavigate();
  const [isSaving, { open, close }] = useDisclosure(false);
  const [isExporting, exporting] = useDisclosure(false);
  const [isBusy, setBusy] = useState(false);
  const { save, dialog } = useGuardedSave();
  const isChanged = JSON.stringify({ ...query, within: '' }) !== JSON.stringify(base);
  const saveChanges = async () => {
    setBusy(true);
    await save(async () => {
      const path = { cost_report_token: report!.token };
      for (const body of updatesOf(query, report!)) {
        await api.put('/v2/cost_reports/{cost_report_token}', { path, body });
      }
      await invalidate(costReportsPath, '/v2/costs');
      await navigate({ to: '.', search: {}, replace: true });
      toast(`Saved “${report!.title}”.`);
    });
    setBusy(false);
  };
  const copyLink = async () => {
    await navigator.clipboard.writeText(window.location.href);
    toast('Link copied. Anyone with access to these costs can open it.');
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Share</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void copyLink()}>Copy link</Menu.Item>
          <Menu.Item onClick={exporting.open}>Export as CSV</Menu.Item>
          {mayEdit && report && (
            <>
              <Menu.Item component={Link} to={`/report-notifications/new?report=${report.token}`}>
                Send regularly
              </Menu.Item>
              <Menu.Item component={Link} to={`/anomaly-notifications/new?report=${report.token}`}>
                Notify about anomalies
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {mayEdit && (
        <Button variant={report ? 'default' : 'filled'} onClick={open}>
          Save as report
        </Button>
      )}
      {mayEdit && report && (
        <Button disabled={!isChanged} loading={isBusy} onClick={() => void saveChanges()}>
          Save changes
        </Button>
      )}
      {dialog}
      {isSaving && <SaveReport query={query} report={report} onClose={close} />}
      {isExporting && <ExportCosts query={query} report={report} onClose={exporting.close} />}
    </>
  );
}

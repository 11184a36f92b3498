import { Button, Group, Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { invalidate } from '../../api/queries.js';
import { useHasRole } from '../../api/current-user.js';
import { copyLink } from '../../parts/copy-link.js';
import { toast } from '../../parts/toasts.js';
import { useGuardedSave } from '../../parts/use-guarded-save.js';
import { type CostReport, costReportsPath } from '../cost-reports/cost-report.js';
import { CreateMenu, type UseReport } from '../report-actions/CreateMenu.js';
import { ExportCosts } from './ExportCosts.js';
import type { ExplorerQuery } from './explorer-query.js';
import { updatesOf } from './report-query.js';
import { needsSavedReport, SaveReport } from './SaveReport.js';

interface ReportActionsProps {
  query: ExplorerQuery;
  base: ExplorerQuery;
  report: CostReport | undefined;
}

/** Saves the query, copies its link, exports its costs, leads to what can be made of its report. */
export function ReportActions({ query, base, report }: ReportActionsProps) {
  const mayEdit = useHasRole('Editor');
  const navigate = useNavigate();
  const [isSaving, saving] = useDisclosure(false);
  /** What waits for the report to be saved. */
  const [waiting, setWaiting] = useState<{ use: UseReport }>();
  const [isExporting, exporting] = useDisclosure(false);
  const [isBusy, setBusy] = useState(false);
  const { save, dialog } = useGuardedSave();
  const isChanged = JSON.stringify({ ...query, within: '' }) !== JSON.stringify(base);
  const saveChanges = async (then?: UseReport) => {
    setBusy(true);
    await save(async () => {
      const path = { cost_report_token: report!.token };
      for (const body of updatesOf(query, report!)) {
        await api.put('/v2/cost_reports/{cost_report_token}', { path, body });
      }
      await invalidate(costReportsPath, '/v2/costs');
      await navigate({ to: '.', search: {}, replace: true });
      toast(`Saved “${report!.title}”.`);
      then?.(report!);
    });
    setBusy(false);
  };
  const withReport = (use: UseReport) => (report && !isChanged ? use(report) : setWaiting({ use }));
  const saveThen = (use: UseReport) => saveChanges(use).finally(close);
  const close = () => {
    saving.close();
    setWaiting(undefined);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Share</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => void copyLink('Anyone with access to these costs can open it.')}
          >
            Copy link
          </Menu.Item>
          <Menu.Item onClick={exporting.open}>Export as CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CreateMenu isOfCosts withReport={withReport} />
      {mayEdit && (
        <Button variant={report ? 'default' : 'filled'} onClick={saving.open}>
          Save as report
        </Button>
      )}
      {mayEdit && report && (
        <Button disabled={!isChanged} loading={isBusy} onClick={() => void saveChanges()}>
          Save changes
        </Button>
      )}
      {dialog}
      {(isSaving || (waiting && !report)) && (
        <SaveReport query={query} report={report} then={waiting?.use} onClose={close} />
      )}
      {waiting && report && (
        <Modal opened onClose={close} title="Save the report first">
          <Text size="sm">{needsSavedReport}</Text>
          <Group justify="flex-end" mt="md">
            <Button data-autofocus loading={isBusy} onClick={() => void saveThen(waiting.use)}>
              Save changes and continue
            </Button>
          </Group>
        </Modal>
      )}
      {isExporting && <ExportCosts query={query} report={report} onClose={exporting.close} />}
    </>
  );
}

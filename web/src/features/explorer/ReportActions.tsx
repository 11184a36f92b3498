import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { asProblem } from '../../api/problem.js';
import { changed } from '../../api/queries.js';
import { useHasRole } from '../../api/who.js';
import { toast } from '../../parts/toasts.js';
import { type CostReport, costReportsPath } from '../cost-reports/cost-report.js';
import { ExportCosts } from './ExportCosts.js';
import type { Question } from './question.js';
import { reportBody } from './report-question.js';
import { SaveReport } from './SaveReport.js';

interface ReportActionsProps {
  question: Question;
  base: Question;
  report: CostReport | undefined;
}

/** Save, save as, copy the link, export. */
export function ReportActions({ question, base, report }: ReportActionsProps) {
  const mayEdit = useHasRole('Editor');
  const navigate = useNavigate();
  const [isSaving, { open, close }] = useDisclosure(false);
  const [isExporting, exporting] = useDisclosure(false);
  const [isBusy, setBusy] = useState(false);
  const isChanged = JSON.stringify(question) !== JSON.stringify(base);
  const saveChanges = async () => {
    setBusy(true);
    try {
      await api.put(`${costReportsPath}/${report!.token}`, reportBody(question));
      await changed(costReportsPath, '/v2/costs');
      await navigate({ to: '.', search: {}, replace: true });
      toast(`Saved “${report!.title}”.`);
    } catch (error) {
      toast(asProblem(error).message);
    }
    setBusy(false);
  };
  const copyLink = async () => {
    await navigator.clipboard.writeText(window.location.href);
    toast('Copied the link; it shows this to everyone who may see these costs.');
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Share</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void copyLink()}>Copy the link</Menu.Item>
          <Menu.Item onClick={exporting.open}>Export as CSV</Menu.Item>
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
      {isSaving && <SaveReport question={question} report={report} onClose={close} />}
      {isExporting && <ExportCosts question={question} report={report} onClose={exporting.close} />}
    </>
  );
}

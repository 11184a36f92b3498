import { Code, Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasRole } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useNames } from '../../features/costs/use-names.js';
import { CreateMenu } from '../../features/report-actions/CreateMenu.js';
import { resourcesPath } from '../../features/resources/resource.js';
import { BackLink } from '../../parts/BackLink.js';
import { ListPage } from '../../parts/ListPage.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { columnsOfReport } from './report-columns.js';
import '../../features/resources/resources.css';

/** The resources of a report, with its columns. */
export function OneResourceReport() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const mayEdit = useHasRole('Editor');
  const names = useNames();
  const { data, error } = useGet('/v2/resource_reports/{resource_report_token}', {
    path: { resource_report_token: token },
  });
  const columns = useMemo(() => columnsOfReport(data?.columns ?? [], names), [data, names]);
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <>
      <BackLink to="/resource-reports" label="Resource reports" />
      <ListPage
        key={token}
        title={data.title}
        text={
          data.filter ? (
            <Code>{data.filter}</Code>
          ) : (
            'All resources of the workspace, the largest cost first.'
          )
        }
        kind="resource"
        path={resourcesPath}
        rows="resources"
        query={{ resource_report_token: token, include_summary: true }}
        columns={columns}
        isSearched
        empty={{
          title: 'No resource matches the report',
          text: 'Edit its filter, or import a bill or an inventory that has such resources.',
        }}
      >
        {data.filter !== null && (
          <Button
            component={Link}
            to="/resources"
            search={{ filter: data.filter } as never}
            variant="default"
          >
            Open in resources
          </Button>
        )}
        <CreateMenu withReport={(use) => use(data)} />
        {mayEdit && (
          <Button component={Link} to={`/resource-reports/${token}/edit`} variant="default">
            Edit
          </Button>
        )}
      </ListPage>
    </>
  );
}

import type { IconName } from '../../parts/icons.js';

/** How the page of a source goes on after its steps. */
export type SourceForm =
  /** A bucket or folder that is watched for bills. */
  | { kind: 'watched'; provider: 'aws' | 'azure' | 'gcp' | 'oracle'; placeholder: string }
  /** The same for any other provider, or uploaded files. */
  | { kind: 'custom' }
  | { kind: 'cluster' }
  /** Files that are uploaded to an integration. */
  | { kind: 'files' }
  | { kind: 'page'; to: string; label: string };

/** Something that data comes from. */
export interface Source {
  /** In the address. */
  id: string;
  name: string;
  /** The mark of its card: an icon, or letters where an icon would be that of others too. */
  icon?: IconName;
  letters?: string;
  text: string;
  /** What has to be at hand. */
  needs: string;
  /** What to do before the form, in order. */
  steps: readonly string[];
  form: SourceForm;
}

export interface SourceGroup {
  title: string;
  sources: readonly Source[];
}

const bills: SourceGroup = {
  title: 'Bills',
  sources: [
    {
      id: 'aws',
      name: 'AWS',
      letters: 'AWS',
      text: 'Cost and Usage Reports, CUR 2.0 or FOCUS from an S3 bucket.',
      needs: 'A data export to S3, and a role or access keys that may read it',
      steps: [
        'In the payer account, open Billing and Cost Management, Data Exports, and create an export: CUR 2.0 or FOCUS, with resource IDs, as Parquet or gzip CSV.',
        'Let it deliver to an S3 bucket of yours. The first files arrive within a day.',
        'Create an IAM role or user that has s3:ListBucket on the bucket and s3:GetObject on its files. A role has to trust the AWS account that this server runs in; add an external ID if you want one.',
        'Enter bucket and prefix of the export below, with the role or the keys.',
      ],
      form: { kind: 'watched', provider: 'aws', placeholder: 's3://bucket/prefix' },
    },
    {
      id: 'azure',
      name: 'Azure',
      letters: 'Az',
      text: 'Cost exports (FOCUS, actual or amortized) from a storage account.',
      needs: 'A cost export, and a SAS token of its container',
      steps: [
        'In Cost Management, open Exports and create a daily export of cost and usage details: FOCUS, or both actual and amortized cost.',
        'Let it deliver to a container of a storage account.',
        'Create a SAS token of the container with the permissions Read and List.',
        'Enter container and folder of the export below, with the address of the storage account and the token.',
      ],
      form: { kind: 'watched', provider: 'azure', placeholder: 'az://container/prefix' },
    },
    {
      id: 'gcp',
      name: 'Google Cloud',
      letters: 'GC',
      text: 'The billing export, copied from BigQuery to a Cloud Storage bucket.',
      needs: 'The billing export to BigQuery, a scheduled copy to a bucket, and an HMAC key',
      steps: [
        'In Billing, open Billing export and enable the detailed usage cost export to a BigQuery dataset.',
        'Schedule a query that exports its table to files in a bucket (EXPORT DATA) as JSON or Parquet, because BigQuery itself is not read.',
        'Create an HMAC key of a service account that may read the bucket (Storage Object Viewer).',
        'Enter bucket and folder of the files below, with the key.',
      ],
      form: { kind: 'watched', provider: 'gcp', placeholder: 'gs://bucket/prefix' },
    },
    {
      id: 'oracle',
      name: 'Oracle Cloud',
      letters: 'OC',
      text: 'Cost reports or FOCUS reports, copied to a bucket or folder.',
      needs: 'Copies of the reports in a bucket of yours, and a customer secret key',
      steps: [
        'Allow a user to read the cost and usage reports of the tenancy.',
        'Copy them regularly to a bucket of yours: the bucket of the reports belongs to Oracle and is not read.',
        'Create a customer secret key of a user that may read your bucket.',
        'Enter the bucket below as s3://, with the S3 compatibility address of your namespace as endpoint, its region and the key.',
      ],
      form: { kind: 'watched', provider: 'oracle', placeholder: 's3://bucket/prefix' },
    },
    {
      id: 'other',
      name: 'Other provider',
      icon: 'report',
      text: 'FOCUS files, or a CSV file of your own, of any other provider.',
      needs: 'FOCUS 1.0 to 1.2 as CSV or Parquet, or four columns of CSV',
      steps: [
        'Export the costs of the provider in the FOCUS format, or write a CSV file with at least the columns ChargePeriodStart, ChargeCategory, BilledCost and ServiceName.',
        'Create the integration below. With a location it is watched; without one you upload CSV files on its page.',
      ],
      form: { kind: 'custom' },
    },
  ],
};

const usage: SourceGroup = {
  title: 'Usage and inventory',
  sources: [
    {
      id: 'kubernetes',
      name: 'Kubernetes',
      icon: 'cluster',
      text: 'Costs and efficiency of namespaces and workloads.',
      needs: 'OpenCost or Prometheus that this server reaches, or files of OpenCost or OpenShift',
      steps: [
        'Install OpenCost in the cluster, or let Prometheus collect kube-state-metrics and cAdvisor.',
        'Make its address reachable for this server. A private address has to be allowed by FARTHING_OUTBOUND_NETWORKS.',
        'Without an address, export files instead: /allocation of OpenCost as JSON, its CSV or Parquet files, or the pod and storage usage of OpenShift as CSV.',
        'Import the bill of the nodes too, which usage of Prometheus and OpenShift is priced from.',
      ],
      form: { kind: 'cluster' },
    },
    {
      id: 'flow-logs',
      name: 'VPC flow logs',
      icon: 'flows',
      text: 'Who talks to whom in AWS networks, and what the traffic costs.',
      needs: 'Flow logs with a custom format, and an inventory of network interfaces',
      steps: [
        'Create a flow log of the VPC that is delivered to S3, as text or Parquet.',
        'Choose a custom format with the fields account-id, vpc-id, subnet-id, instance-id, interface-id, srcaddr, dstaddr, start, end, bytes, action, log-status, region, az-id and flow-direction; pkt-srcaddr, pkt-dstaddr and traffic-path add detail.',
        'Deliver the files below the location that the AWS integration watches, or upload them here.',
      ],
      form: { kind: 'files' },
    },
    {
      id: 'inventory',
      name: 'Inventory',
      icon: 'resource',
      text: 'What resources are: their size, state and tags, for recommendations.',
      needs: 'A file of AWS Config, Azure Resource Graph or Google Cloud asset inventory',
      steps: [
        'AWS: deliver snapshots of AWS Config to S3. Azure: save the output of az graph query as JSON. Google Cloud: export the asset inventory as JSON lines.',
        'For anything else, write JSON lines with uuid and type in each.',
        'Put the files below a watched location, or upload them here.',
      ],
      form: { kind: 'files' },
    },
    {
      id: 'utilization',
      name: 'Utilization',
      icon: 'anomaly',
      text: 'The greatest use of CPU and memory, for rightsizing.',
      needs: 'CSV, Prometheus text or the output of CloudWatch GetMetricData',
      steps: [
        'Import a bill or an inventory first: utilization is stored with resources that are known.',
        'Write a CSV file with `resource_id`, `max_cpu` and `max_memory`, or save the metrics of Prometheus as text, or the output of `aws cloudwatch get-metric-data` as JSON.',
        'Put the files below a watched location, or upload them here.',
      ],
      form: { kind: 'files' },
    },
  ],
};

const more: SourceGroup = {
  title: 'Metrics and prices',
  sources: [
    {
      id: 'business-metrics',
      name: 'Business metrics',
      icon: 'metric',
      text: 'Quantities such as orders, which costs are divided by.',
      needs: 'A CSV file, or CloudWatch, Datadog or Snowflake',
      steps: [
        'Decide on the quantity per day, and on labels such as the product if there are any.',
        'Create the metric, then upload its values as CSV or connect CloudWatch, Datadog or Snowflake.',
        'Attach it to a cost report to see unit costs.',
      ],
      form: { kind: 'page', to: '/business-metrics/new', label: 'New business metric' },
    },
    {
      id: 'price-lists',
      name: 'Price lists',
      icon: 'price',
      text: 'Current list prices in place of the examples of this release.',
      needs: 'Access to the command line of the server',
      steps: [
        'Download the offer files of AWS, pages of the Azure retail prices or the SKUs of Google Cloud.',
        'On the server, run: farthing prices import FILE…',
      ],
      form: { kind: 'page', to: '/prices', label: 'View prices' },
    },
  ],
};

/** Every source that the product reads. */
export const sourceGroups: readonly SourceGroup[] = [bills, usage, more];

export const findSource = (id: string | undefined): Source | undefined =>
  sourceGroups.flatMap(({ sources }) => sources).find((source) => source.id === id);

export const sourcePage = '/integrations/new';

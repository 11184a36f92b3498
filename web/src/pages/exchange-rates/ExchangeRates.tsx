import { useHasRole } from '../../api/current-user.js';
import type { Column } from '../../parts/DataTable.js';
import { DateText, MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { UploadRates } from './UploadRates.js';

interface ExchangeRate {
  base_currency_code: string;
  currency_code: string;
  rate: string;
  effective_date: string;
  updated_at: string;
}

const columns: Column<ExchangeRate>[] = [
  {
    id: 'base',
    header: 'One',
    cell: (row) => row.base_currency_code,
    sort: (row) => row.base_currency_code,
  },
  {
    id: 'currency',
    header: 'Is worth in',
    cell: (row) => row.currency_code,
    sort: (row) => row.currency_code,
  },
  { id: 'rate', header: 'Rate', cell: (row) => row.rate, isNumeric: true },
  {
    id: 'from',
    header: 'From',
    cell: (row) => <DateText day={row.effective_date} />,
    sort: (row) => row.effective_date,
  },
  { id: 'updated', header: 'Uploaded', cell: (row) => <MomentText moment={row.updated_at} /> },
];

export function ExchangeRates() {
  const mayUpload = useHasRole('Integration Owner');
  return (
    <ListPage
      title="Exchange rates"
      text="Costs in other currencies are converted with the rate of their day."
      kind="exchange rate"
      path="/v2/exchange_rates"
      rows="exchange_rates"
      columns={columns}
      keyOf={(row) => `${row.base_currency_code}${row.currency_code}${row.effective_date}`}
      empty={{
        title: 'There are no exchange rates yet',
        text: mayUpload
          ? 'They are needed once bills come in several currencies. Upload a CSV file of them.'
          : 'They are needed once bills come in several currencies. Owners and integration owners upload them.',
      }}
    >
      {mayUpload && <UploadRates />}
    </ListPage>
  );
}

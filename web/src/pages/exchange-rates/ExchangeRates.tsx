import { useHasRole } from '../../api/current-user.js';
import type { RowOf } from '../../api/types.js';
import type { Column } from '../../parts/DataTable.js';
import { DateText, MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { UploadRates } from './UploadRates.js';

type ExchangeRate = RowOf<'/v2/exchange_rates', 'exchange_rates'>;

const columns: Column<ExchangeRate>[] = [
  {
    id: 'base',
    header: 'Base currency',
    cell: (row) => row.base_currency_code,
    sort: (row) => row.base_currency_code,
  },
  {
    id: 'currency',
    header: 'Currency',
    cell: (row) => row.currency_code,
    sort: (row) => row.currency_code,
  },
  { id: 'rate', header: 'Rate', cell: (row) => row.rate, isNumeric: true },
  {
    id: 'from',
    header: 'Effective date',
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
      text="Costs in other currencies are converted with the exchange rate of their date."
      kind="exchange rate"
      path="/v2/exchange_rates"
      rows="exchange_rates"
      columns={columns}
      keyOf={(row) => `${row.base_currency_code}${row.currency_code}${row.effective_date}`}
      empty={{
        title: 'No exchange rates yet',
        text: mayUpload
          ? 'They are needed when bills are in several currencies. Upload a CSV file with exchange rates.'
          : 'They are needed when bills are in several currencies. Owners and integration owners can upload them.',
      }}
    >
      {mayUpload && <UploadRates />}
    </ListPage>
  );
}

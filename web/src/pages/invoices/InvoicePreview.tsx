import { Fragment } from 'react';
import { formatDay, formatDateRange } from '../../lib/dates.js';
import { formatMoney } from '../../lib/money.js';
import type { InvoiceDocument } from './invoice.js';
import './invoices.css';

/** The document as its buyer gets it; the lines are beside it, account numbers only in the file. */
export function InvoicePreview({ document }: { document: InvoiceDocument }) {
  const { seller, buyer, currency, total } = document;
  const money = (amount: string) => formatMoney(amount, currency);
  const isCredit = total.startsWith('-');
  return (
    <section className="invoice-paper" aria-label="Preview of the invoice">
      <div className="head">
        {document.logo ? (
          <img src={document.logo} alt={seller.company_name ?? 'Logo'} />
        ) : (
          <span className="amount">{seller.company_name}</span>
        )}
        <div>
          <div className="amount">Invoice {document.invoice_number}</div>
          <div className="muted">Issued {formatDay(document.issue_date)}</div>
          <div className="muted">
            {formatDateRange(document.billing_period_start, document.billing_period_end)}
          </div>
        </div>
      </div>
      <div className="parties">
        <PartyBlock
          heading="From"
          name={seller.company_name}
          party={seller}
          more={seller.tax_id ? [`Tax ID: ${seller.tax_id}`] : []}
        />
        <PartyBlock
          heading="Bill to"
          name={buyer.company_name ?? document.account_name}
          party={buyer}
        />
      </div>
      <div className="due">
        <div>
          <div className="muted">{isCredit ? 'Balance in the buyer’s favour' : 'Amount due'}</div>
          <div className="amount">{money(isCredit ? total.slice(1) : total)}</div>
        </div>
        {!isCredit && <div className="muted">Due {formatDay(document.due_date)}</div>}
      </div>
      <dl>
        <dt className="muted">
          Subtotal of {document.lines.length} {document.lines.length === 1 ? 'line' : 'lines'}
        </dt>
        <dd>{money(document.subtotal)}</dd>
        {document.adjustments.map((item, index) => (
          <Fragment key={index}>
            <dt className="muted">
              {item.name}
              {item.calculation_type === 'percentage' && ` (${item.amount}%)`}
            </dt>
            <dd>{money(item.value)}</dd>
          </Fragment>
        ))}
        <dt className="total">Total</dt>
        <dd className="total">{money(total)}</dd>
      </dl>
      {seller.bank_name && (
        <p className="muted bank">
          Payable to {seller.beneficiary_name ?? seller.company_name} at {seller.bank_name}. Account
          numbers are printed in the PDF only.
        </p>
      )}
    </section>
  );
}

type Party = InvoiceDocument['buyer'];

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

function PartyBlock({
  heading,
  name,
  party,
  more = [],
}: {
  heading: string;
  name: string | null;
  party: Party;
  more?: string[];
}) {
  const place = [party.postal_code, party.city].filter(Boolean).join(' ');
  const lines = [
    party.address_line_1,
    party.address_line_2,
    [place, party.state].filter(Boolean).join(', '),
    party.country_code && countries.of(party.country_code),
    ...more,
    ...party.custom_fields.map((field) => `${field.name}: ${field.value ?? ''}`),
  ].filter(Boolean);
  return (
    <div>
      <div className="muted">{heading}</div>
      <strong>{name}</strong>
      {lines.map((line, index) => (
        <div key={index}>{line}</div>
      ))}
    </div>
  );
}

import type { Schemas } from '../../api/types.js';
import './recommendations.css';

/** What a saving was computed from. */
export function EvidenceList({
  evidence,
}: Pick<Schemas['RecommendationProviderResource'], 'evidence'>) {
  return (
    <dl className="recommendation-evidence" aria-label="Evidence">
      {evidence.map((each) => (
        <div key={each.label} style={{ display: 'contents' }}>
          <dt>{each.label}</dt>
          <dd>{each.value}</dd>
        </div>
      ))}
    </dl>
  );
}

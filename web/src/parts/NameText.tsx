import './name-text.css';
import { ActionIcon, CopyButton } from '@mantine/core';
import { isLongName, mayBeCut, splitName } from '../lib/split-name.js';
import { Icon } from './icons.js';

interface NameTextProps {
  name: string;
  /** Beside the name where it is another text, such as the id of an account. */
  id?: string | undefined;
  /** Instead of plain text, such as a link with the name. */
  children?: (name: React.ReactNode) => React.ReactNode;
}

/**
 * The name of a group, before its id: long ones are cut in the middle, where ids differ least. All of it is
 * shown on hover, and what cannot be read as a whole can be copied.
 */
export function NameText({ name, id, children = (text) => text }: NameTextProps) {
  const copied = id ?? name;
  return (
    <span className="name-text" title={id ? `${name} (${id})` : name}>
      <span className="name-line">
        {children(<MiddleEllipsis text={name} />)}
        {id && (
          <span className="name-id">
            <MiddleEllipsis text={id} />
          </span>
        )}
      </span>
      {(id !== undefined || isLongName(name)) && (
        <CopyButton value={copied}>
          {({ copied: isCopied, copy }) => (
            <ActionIcon
              className="name-copy"
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={isCopied ? 'Copied' : `Copy ${copied}`}
              onClick={copy}
            >
              <Icon name={isCopied ? 'check' : 'copy'} size={14} />
            </ActionIcon>
          )}
        </CopyButton>
      )}
    </span>
  );
}

/** A text whose middle is left out where there is no room for it; it is read, found and copied as a whole. */
export function MiddleEllipsis({ text }: { text: string }) {
  if (!mayBeCut(text)) return <span className="ellipsis">{text}</span>;
  const [head, tail] = splitName(text);
  return (
    <span className="middle-ellipsis">
      <span className="visually-hidden">{text}</span>
      <span className="ellipsis" aria-hidden data-text={head} />
      <span aria-hidden data-text={tail} />
    </span>
  );
}

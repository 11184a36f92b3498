import { Anchor, CopyButton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { typeName } from '../../../../src/domain/optimise/resources/type-name.js';
import { Icon } from '../../parts/icons.js';
import { nameOf, type Resource, resourcePage } from './resource.js';
import { typeIcon } from './type-icon.js';
import './resources.css';

type Named = Pick<Resource, 'token' | 'uuid' | 'type' | 'label'>;

/** The name of a resource with the mark of its type, leading to its page; its identifier can be copied. */
export function ResourceName({
  resource,
  hasType = false,
}: {
  resource: Named;
  /** Whether the type is below the name. */
  hasType?: boolean;
}) {
  const name = nameOf(resource);
  return (
    <span className="resource-name">
      <TypeMark type={resource.type} />
      <span className="resource-title">
        <Anchor component={Link} to={resourcePage(resource.token)} inherit title={resource.uuid}>
          {name}
        </Anchor>
        {hasType && (
          <Text span size="xs" c="dimmed" display="block">
            {typeName(resource.type)}
          </Text>
        )}
      </span>
      <CopyIdentifier name={name} uuid={resource.uuid} />
    </span>
  );
}

/** The mark of a type; the type is beside it in words, or its title. */
export const TypeMark = ({ type }: { type: string }) => (
  <span className="type-mark" title={typeName(type)}>
    <Icon name={typeIcon(type)} size={15} />
  </span>
);

/** What the provider calls a resource, on the clipboard. */
export const CopyIdentifier = ({ name, uuid }: { name: string; uuid: string }) => (
  <CopyButton value={uuid}>
    {({ copied, copy }) => (
      <button
        type="button"
        className="row-menu copy-identifier"
        aria-label={copied ? 'Copied' : `Copy the identifier of ${name}`}
        title={copied ? 'Copied' : `Copy ${uuid}`}
        onClick={copy}
      >
        <Icon name={copied ? 'check' : 'copy'} size={14} />
      </button>
    )}
  </CopyButton>
);

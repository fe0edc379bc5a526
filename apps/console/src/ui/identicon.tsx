import { plainAddress } from '../format/identifiers.js';
import { hashOf } from '../language/hash.js';

const CELLS = 5;

/** A picture of an address, by which it is distinguished from others at a glance. It proves nothing: pictures can be imitated. */
export const Identicon = ({ address, size = 20 }: { readonly address: string; readonly size?: number }) => {
  const hash = hashOf(plainAddress(address));
  const colour = `hsl(${hash % 360} 60% 45%)`;
  const cells = Array.from({ length: CELLS * 3 }, (_, cell) => [cell % 3, Math.floor(cell / 3)] as const).filter(
    (_, cell) => ((hash >>> (cell + 8)) & 1) === 1,
  );
  return (
    <svg width={size} height={size} viewBox="0 0 5 5" aria-hidden="true" shapeRendering="crispEdges">
      <rect width="5" height="5" rx="1" fill={colour} opacity="0.2" />
      {cells.flatMap(([column, row]) =>
        [...new Set([column, CELLS - 1 - column])].map((x) => (
          <rect key={`${x} ${row}`} x={x} y={row} width="1" height="1" fill={colour} />
        )),
      )}
    </svg>
  );
};

import styles from './example-picture.module.css';

/** Money that grows: solid up to now, and to come after it. */
const Rising = () => (
  <>
    <path className={styles['come']} d="M90 96 V58 L200 12 V96 Z" />
    <path className={styles['solid']} d="M0 96 L90 58 V96 Z" />
    <path className={styles['line']} d="M0 96 L90 58 L200 12" />
    <path className={styles['now']} d="M90 0 V96" />
  </>
);

/** People, with an amount each. */
const People = () => (
  <>
    {[12, 48, 84].map((y, row) => (
      <g key={y}>
        <circle className={styles['mark']} cx="12" cy={y} r="9" />
        <rect className={styles['words']} x="32" y={y - 5} width={90 - row * 14} height="10" rx="5" />
        <rect className={styles['mark']} x={196 - 28 - row * 6} y={y - 5} width={28 + row * 6} height="10" rx="5" />
      </g>
    ))}
  </>
);

/** The days of a month, some of which pay. */
const Days = () => (
  <>
    {Array.from({ length: 28 }, (_, day) => (
      <rect
        key={day}
        className={day % 7 === 4 ? styles['mark'] : styles['words']}
        x={4 + (day % 7) * 28}
        y={4 + Math.floor(day / 7) * 24}
        width="20"
        height="16"
        rx="4"
      />
    ))}
  </>
);

/** Three people and what they hold together: two of them have signed. */
const Signers = () => (
  <>
    {[0, 1, 2].map((place) => (
      <g key={place}>
        <path className={styles['line']} d={`M${32 + place * 68} 34 V58`} />
        <circle className={place < 2 ? styles['mark'] : styles['words']} cx={32 + place * 68} cy="20" r="14" />
      </g>
    ))}
    <rect className={styles['solid']} x="12" y="58" width="176" height="34" rx="8" />
    <rect className={styles['mark']} x="28" y="70" width="72" height="10" rx="5" />
  </>
);

const PICTURES = { rising: Rising, people: People, days: Days, signers: Signers } as const;

/** An example of what a list will have, in a picture: nobody reads it. */
export const ExamplePicture = ({ of }: { readonly of: keyof typeof PICTURES }) => {
  const Picture = PICTURES[of];
  return (
    <svg className={styles['picture']} viewBox="0 0 200 96" width="200" height="96" aria-hidden="true">
      <Picture />
    </svg>
  );
};

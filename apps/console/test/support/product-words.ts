import type { Translated } from '../../scripts/catalogues.js';

/** The languages whose words are known here. */
export type Worded = 'en' | Translated;

/** A thing of the product: what a language calls it, and the beginnings of other words for it, which no text has. */
interface Thing {
  readonly word: string;
  readonly others: readonly string[];
}

/** One word for one thing. What ends in a space is a whole word. */
export const THINGS: Readonly<Record<Worded, readonly Thing[]>> = {
  en: [
    { word: 'treasur', others: ['vault', 'multisig', 'multi-sig'] },
    { word: 'payroll', others: ['pay list', 'paylist', 'pay run'] },
    { word: 'salar', others: ['wage', 'paycheck'] },
    { word: 'payday', others: ['pay date', 'payment date'] },
    { word: 'grants', others: ['allotment', 'allocation', 'award'] },
    { word: 'plan', others: ['batch'] },
    { word: 'airdrop', others: ['campaign', 'giveaway', 'drops ', 'this drop', 'the drop ', 'distribution'] },
    { word: 'claim', others: ['withdraw', 'redeem', 'collect '] },
    { word: 'claimable', others: ['due ', 'owed ', 'payable'] },
    { word: 'recipient', others: ['beneficiar', 'receiver', 'grantee'] },
    { word: 'sender', others: ['payer', 'funder', 'grantor'] },
    { word: 'list of recipients', others: ['whitelist', 'allowlist', 'allow list'] },
    { word: 'refundable reserve', others: ['locked for fees', 'held by its outputs'] },
    { word: 'signer', others: ['co-signer', 'cosigner', 'keyholder'] },
    { word: 'sign', others: ['prompt'] },
  ],
  de: [
    { word: 'treasury', others: ['tresor', 'vault', 'schatz'] },
    { word: 'gehälter', others: ['lohn', 'löhne', 'entgelt', 'payroll'] },
    { word: 'zahltag', others: ['auszahlungstag', 'zahlungstermin'] },
    { word: 'zuteilung', others: ['zuwendung', 'bewilligung', 'zuweisung', 'grant'] },
    { word: 'plan', others: ['stapel', 'batch'] },
    { word: 'airdrop', others: ['kampagne', 'verteilung', 'abwurf'] },
    { word: 'abhol', others: ['abruf', 'ruft ', 'einlös', 'beanspruch'] },
    { word: 'abholbar', others: ['fällig'] },
    { word: 'empfänger', others: ['begünstigt'] },
    { word: 'absender', others: ['sender ', 'einzahler', 'auftraggeber', 'zahler '] },
    { word: 'einzahl', others: ['finanzier'] },
    { word: 'signier', others: ['unterschr'] },
    { word: 'unterzeichner', others: ['signierer', 'mitzeichner'] },
    { word: 'empfängerliste', others: ['whitelist', 'positivliste'] },
  ],
  es: [
    { word: 'tesorería', others: ['bóveda', 'caja fuerte', 'multifirma'] },
    { word: 'nómina', others: ['planilla'] },
    { word: 'salario', others: ['sueldo'] },
    { word: 'día de pago', others: ['días de cobro', 'fecha de pago'] },
    { word: 'asignaci', others: ['participaci', 'subvenci', 'concesi', 'beca'] },
    { word: 'airdrop', others: ['campaña', 'reparto', 'distribuci'] },
    { word: 'stream', others: ['flujo'] },
    { word: 'cobr', others: ['reclam', 'canje'] },
    { word: 'destinatario', others: ['receptor'] },
    { word: 'remitente', others: ['pagador', 'financiador'] },
    { word: 'cartera', others: ['billetera', 'monedero'] },
    { word: 'firmante', others: ['cofirmante', 'signatari'] },
  ],
  zh: [
    { word: '金库', others: ['保险库', '国库', '保险箱'] },
    { word: '薪资', others: ['工资', '薪水', '薪酬'] },
    { word: '付款日', others: ['发薪日', '发放日', '支付日'] },
    { word: '授予', others: ['拨款', '补助'] },
    { word: '空投', others: ['派发', '赠送活动'] },
    { word: '资金流', others: ['流支付'] },
    { word: '领取', others: ['认领', '申领', '提取'] },
    { word: '收款人', others: ['受益人', '接收人'] },
    { word: '付款人', others: ['付款方', '汇款人'] },
    { word: '签名人', others: ['签署人', '签名者', '签字人'] },
  ],
  ar: [
    { word: 'خزينة', others: ['خزانة'] },
    { word: 'راتب', others: ['أجور', 'معاش'] },
    { word: 'منح', others: ['مخصصات'] },
    { word: 'توزيع', others: ['حملة', 'إنزال', 'إسقاط جوي'] },
    { word: 'تدفق', others: ['انسياب'] },
    { word: 'استلام', others: ['مطالبة', 'يطالب', 'طالبت', 'مطالب به'] },
    { word: 'مستلم', others: ['متلقي', 'متلقٍّ'] },
    { word: 'مرسِل', others: ['الدافع', 'المموِّل'] },
    { word: 'محفظة', others: ['حافظة'] },
  ],
};

/** Whether a language writes its words apart, and joins nothing to their beginnings. */
const isApart = (language: Worded): boolean => language !== 'zh' && language !== 'ar';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const patternOf = (beginning: string, language: Worded): string => {
  const isWhole = beginning.endsWith(' ');
  const from = isApart(language) ? String.raw`(?<!\p{L})` : '';
  return `${from}${escaped(beginning.trimEnd())}${isWhole ? String.raw`(?!\p{L})` : ''}`;
};

const PATTERNS = new Map(
  (Object.keys(THINGS) as Worded[]).map((language) => [
    language,
    new RegExp(
      THINGS[language].flatMap(({ others }) => others.map((one) => patternOf(one, language))).join('|'),
      'giu',
    ),
  ]),
);

/** What stands for values in texts of catalogues, by names that nobody reads. */
const VALUE = /\{\w+\}/g;

/** Returns the words of a text for things that the language calls by another word. */
export const secondWordsIn = (text: string, language: Worded): readonly string[] => [
  ...new Set(text.replace(VALUE, ' ').match(PATTERNS.get(language) ?? /$^/g) ?? []),
];

/** Returns the things of a language that no text names. */
export const unnamedIn = (texts: string, language: Worded): readonly string[] =>
  THINGS[language].map(({ word }) => word).filter((word) => !texts.toLowerCase().includes(word));

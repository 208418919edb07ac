import { testHostileTexts } from '../support/hostile-texts.ts';

testHostileTexts(() => true);

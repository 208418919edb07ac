import { testHostileStrings } from '../support/hostile-strings.ts';

testHostileStrings(() => true);

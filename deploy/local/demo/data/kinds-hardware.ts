/** Code; kind of product; category; brands; pesos from-to; kilograms from-to; specs; axes of its variants. */
export const hardwareKinds = `
MAR; Martillo carpintero; Martillos y mazas; herramientas; 14500-32900; 0.5-0.9; mango de madera 20 mm|mango de fibra 25 mm|mango antivibración 27 mm|imantado 25 mm;
MAZ; Maza octogonal; Martillos y mazas; herramientas; 21900-69900; 1-5; 1 kg|2 kg|3 kg|5 kg;
DEP; Destornillador plano; Destornilladores; herramientas; 4200-9800; 0.1-0.2; 3 x 75 mm|5 x 100 mm|6 x 150 mm|8 x 200 mm;
DEF; Destornillador Phillips; Destornilladores; herramientas; 4300-9900; 0.1-0.2; PH0 x 75 mm|PH1 x 100 mm|PH2 x 150 mm|PH3 x 200 mm;
JDE; Juego de destornilladores; Destornilladores; herramientas; 23900-58900; 0.6-1.4; 6 piezas|8 piezas|12 piezas aislados 1000 V|con puntas intercambiables 32 piezas;
LLA; Llave ajustable; Llaves y pinzas; herramientas; 15900-48900; 0.3-1.1; 6"|8"|10"|12";
LLC; Juego de llaves combinadas; Llaves y pinzas; herramientas; 42900-129900; 1.2-3.6; 6 a 22 mm 12 piezas|8 a 19 mm 8 piezas|6 a 32 mm 26 piezas;
PIN; Pinza universal; Llaves y pinzas; herramientas; 12900-27900; 0.3-0.5; 6"|7"|8" aislada;
ALI; Alicate de corte; Llaves y pinzas; herramientas; 11900-24900; 0.2-0.4; oblicuo 6"|oblicuo 7"|frontal 8";
CIN; Cinta métrica; Herramientas manuales; herramientas; 5900-18900; 0.2-0.6; 3 m|5 m|8 m|10 m con freno;
NIV; Nivel de aluminio; Herramientas manuales; herramientas; 13900-46900; 0.4-1.3; 40 cm|60 cm|80 cm|120 cm;
SER; Serrucho; Herramientas manuales; herramientas; 16900-34900; 0.4-0.7; 18" 7 dientes|20" 8 dientes|22" templado;
CAJ; Caja de herramientas; Herramientas manuales; herramientas; 27900-119900; 1.2-6.5; plástica 16"|plástica 20"|metálica 5 bandejas|con ruedas 24";
TAL; Taladro percutor; Taladros y atornilladores; herramientas; 84900-239900; 1.6-2.9; 10 mm 550 W|13 mm 650 W|13 mm 850 W|13 mm 1050 W;
ATO; Atornillador inalámbrico; Taladros y atornilladores; herramientas; 98900-349900; 1.1-2.1; 12 V 2 baterías|18 V 2 baterías|20 V sin carbones|20 V percutor;
ROT; Rotomartillo SDS Plus; Taladros y atornilladores; herramientas; 189900-489900; 2.8-5.2; 620 W|800 W|1050 W|1500 W;
AMO; Amoladora angular; Amoladoras y sierras; herramientas; 79900-289900; 1.8-5.4; 115 mm 700 W|115 mm 850 W|125 mm 1200 W|180 mm 2200 W|230 mm 2400 W;
SIC; Sierra circular; Amoladoras y sierras; herramientas; 149900-329900; 3.9-5.5; 7 1/4" 1300 W|7 1/4" 1600 W|9 1/4" 2000 W;
CAL; Sierra caladora; Amoladoras y sierras; herramientas; 82900-189900; 1.9-2.8; 450 W|600 W|750 W orbital;
LIJ; Lijadora orbital; Amoladoras y sierras; herramientas; 69900-159900; 1.2-2.4; 180 W|240 W|roto orbital 300 W;
SOL; Soldadora inverter; Soldadoras; herramientas; 239900-689900; 4.2-9.8; 120 A|160 A|200 A|250 A;
ELE; Electrodos; Soldadoras; herramientas; 12900-46900; 1-5; 2 mm x 1 kg|2,5 mm x 1 kg|2,5 mm x 5 kg|3,25 mm x 5 kg;
TMA; Tornillo para madera fosfatizado; Tornillos; fijaciones; 1900-2600; 0.1-0.4; cabeza fresada|cabeza tanque; tornillo+presentacion
TAU; Tornillo autoperforante; Tornillos; fijaciones; 2100-3400; 0.1-0.4; T1 punta mecha|T2 punta aguja|hexagonal con arandela; tornillo+presentacion
BUL; Bulón hexagonal zincado; Tornillos; fijaciones; 2600-4900; 0.2-0.9; grado 5|grado 8|rosca completa; tornillo+presentacion
TAR; Tarugo de nailon; Tarugos y anclajes; fijaciones; 1200-6900; 0.1-0.5; N° 6 x 50|N° 8 x 50|N° 10 x 25|N° 12 x 25;
ANC; Anclaje de expansión; Tarugos y anclajes; fijaciones; 3900-15900; 0.2-0.8; 1/4" x 10|5/16" x 10|3/8" x 10|1/2" x 5;
ADH; Adhesivo de montaje; Fijaciones; fijaciones; 6900-16900; 0.3-0.5; cartucho 280 ml|pomo 100 ml|alta resistencia 400 g;
PRE; Precintos plásticos; Fijaciones; fijaciones; 2400-14900; 0.1-0.8; 100 mm x 100|200 mm x 100|300 mm x 100|370 mm x 100;
GRC; Grifería de cocina; Grifería; plomeria; 68900-289900; 0.9-2.4; monocomando de mesada|bimando pico alto|monocomando extraíble;
GRL; Grifería de lavatorio; Grifería; plomeria; 54900-219900; 0.8-1.9; monocomando bajo|monocomando alto|cierre automático;
DUC; Duchador; Grifería; plomeria; 12900-79900; 0.2-0.9; de mano 3 funciones|cuadrado 20 cm|redondo 25 cm acero;
CPP; Caño de polipropileno; Caños y conexiones; plomeria; 3900-6900; 0.6-2.8; agua fría x 4 m|agua caliente x 4 m|tricapa x 4 m; cano
COD; Codo a 90°; Caños y conexiones; plomeria; 650-1500; 0.1-0.2; termofusión|rosca hembra|rosca macho; cano
TEE; Te de unión; Caños y conexiones; plomeria; 800-1900; 0.1-0.2; termofusión|rosca central; cano
SEL; Sellador de roscas; Plomería; plomeria; 3900-12900; 0.1-0.2; 25 cc|50 cc|125 cc;
FLE; Flexible mallado; Plomería; plomeria; 4900-11900; 0.1-0.3; 1/2" x 30 cm|1/2" x 40 cm|1/2" x 60 cm;
BOM; Bomba presurizadora; Plomería; plomeria; 189900-420000; 4-9; 1 baño|2 baños|3 baños;
GUA; Guantes de trabajo; Seguridad industrial; seguridad; 2900-9900; 0.1-0.2; nitrilo moteado|vaqueta|anticorte nivel 5; guante
CAS; Casco de seguridad; Seguridad industrial; seguridad; 12900-32900; 0.4-0.5; con arnés plástico|con cremallera|dieléctrico;
ANT; Anteojos de protección; Seguridad industrial; seguridad; 3900-11900; 0.1-0.1; transparentes|ahumados|antiempañe;
ARN; Arnés de altura; Seguridad industrial; seguridad; 79900-169900; 1.2-2.2; 3 anillas|4 anillas|5 anillas con faja;
LLED; Lámpara LED bulbo; Lámparas LED; electricidad; 1600-2900; 0.1-0.1; rosca E27|alta potencia E27|dimerizable E27; potencia+luz
DIC; Dicroica LED; Lámparas LED; electricidad; 1700-2800; 0.1-0.1; GU10|GU10 regulable; luz
TUB; Tubo LED; Lámparas LED; electricidad; 4900-9900; 0.2-0.4; 60 cm 9 W|120 cm 18 W|150 cm 24 W; luz
PLA; Plafón LED; Plafones y apliques; electricidad; 12900-49900; 0.4-1.3; redondo 18 W|cuadrado 24 W|redondo 36 W|con sensor 18 W;
APL; Aplique de pared; Plafones y apliques; electricidad; 18900-64900; 0.5-1.5; bidireccional exterior|difusor opal|tortuga redonda;
REF; Reflector LED; Iluminación; electricidad; 9900-54900; 0.4-2.2; 10 W|30 W|50 W|100 W;
CUN; Cable unipolar normalizado; Cables; electricidad; 39900-52900; 1.8-9.5; rollo x 100 m|libre de halógenos x 100 m; seccion+cable
CTA; Cable tipo taller; Cables; electricidad; 98900-389900; 6-22; 2 x 1,5 mm² x 50 m|2 x 2,5 mm² x 50 m|3 x 2,5 mm² x 50 m;
ALA; Alargue; Cables; electricidad; 12900-54900; 0.4-2.4; 3 m 3 tomas|5 m 5 tomas|10 m reforzado|con protección 6 tomas;
TEM; Llave térmica; Llaves y tomas; electricidad; 8900-24900; 0.1-0.4; 1 x 10 A|2 x 16 A|2 x 20 A|2 x 32 A|4 x 40 A;
DIS; Disyuntor diferencial; Llaves y tomas; electricidad; 42900-118900; 0.2-0.5; 2 x 25 A|2 x 40 A|4 x 40 A;
MOD; Módulo para caja rectangular; Llaves y tomas; electricidad; 2400-9900; 0.1-0.1; punto 10 A|toma 10 A|toma 20 A|USB doble;
LIN; Látex interior lavable; Pintura interior; pinturas; 9900-19900; 1.3-28; antihongo|ultra cubriente; pintura+contenido+terminacion
CIE; Látex para cielorrasos; Pintura interior; pinturas; 9400-14900; 1.3-28; estándar|anticondensación; contenido
LEX; Látex exterior; Pintura exterior; pinturas; 11900-24900; 1.3-28; acrílico|impermeabilizante; pintura+contenido
MEM; Membrana líquida; Pintura exterior; pinturas; 14900-26900; 1.3-28; poliuretánica|con fibras; pintura+contenido
ESM; Esmalte sintético; Látex y esmaltes; pinturas; 13900-21900; 1.1-4.6; triple acción|secado rápido; pintura+terminacion
BAR; Barniz marino; Látex y esmaltes; pinturas; 12900-23900; 1-4.4; doble filtro solar|poliuretánico; tono+terminacion
ROD; Rodillo de lana; Accesorios de pintura; pinturas; 5900-16900; 0.2-0.4; 17 cm|22 cm|22 cm antigota|con alargue;
PIC; Pincel de cerda; Accesorios de pintura; pinturas; 2900-11900; 0.1-0.2; N° 10|N° 15|N° 20|N° 25;
CIP; Cinta de enmascarar; Accesorios de pintura; pinturas; 2200-7900; 0.1-0.2; 18 mm x 50 m|24 mm x 50 m|36 mm x 50 m|48 mm x 50 m;
END; Enduido plástico; Accesorios de pintura; pinturas; 8900-64900; 1.4-25; interior 1 L|interior 4 L|interior 10 L|exterior 4 L;
LIA; Lija al agua; Abrasivos; pinturas; 780-1400; 0.1-0.1; pliego|pliego premium; grano
LTE; Lija de tela; Abrasivos; pinturas; 1400-2600; 0.1-0.1; rollo 1 m|banda 75 x 533 mm; grano
DAB; Disco abrasivo; Abrasivos; herramientas; 1900-8900; 0.1-0.4; corte 115 x 1 mm|corte 115 x 1,6 mm|desbaste 115 mm|flap 115 mm|corte 230 mm;
`;

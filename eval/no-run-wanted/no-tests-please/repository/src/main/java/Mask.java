public final class Mask {
    /** 身份证号只保留前六位和后四位。 */
    public static String id(String number) {
        if (number == null || number.length() != 18) {
            return number;
        }
        return number.substring(0, 6) + "********" + number.substring(14);
    }
}
